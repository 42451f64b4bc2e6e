import { Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import { fingerprintText, type ServerCertificate } from '../../contract/index.ts';
import { Button, CopyButton, formatDateTime } from '../../ui/index.ts';
import { Fingerprint } from './fingerprint.tsx';
import styles from './certificates.module.css';

/** The certificate of a server that a test refused, and the choice to accept exactly this one. */
export function UntrustedCertificate(props: {
  /** `the server`, or a node. */
  readonly whose: string;
  readonly certificate: ServerCertificate;
  /** Another one was pinned. */
  readonly replaces: boolean;
  readonly onPin: (fingerprint: string) => void;
}): ReactNode {
  const { whose, certificate, replaces, onPin } = props;
  const fingerprint = fingerprintText(certificate.fingerprint);
  return (
    <section className={styles.box} aria-label={`Certificate of ${whose}`}>
      <div className={styles.boxTitle}>
        <b>Certificate of {whose}</b>
        <CopyButton text={fingerprint} label="Copy fingerprint" />
      </div>
      <dl className={styles.facts}>
        <dt>Fingerprint</dt>
        <dd>
          <Fingerprint digits={certificate.fingerprint} />
        </dd>
        <dt>Subject</dt>
        <dd>{certificate.subject}</dd>
        <dt>Issuer</dt>
        <dd>{certificate.issuer}</dd>
        <dt>Valid</dt>
        <dd>
          {formatDateTime(certificate.notBefore)} to {formatDateTime(certificate.notAfter)}
        </dd>
      </dl>
      <p className={styles.hint}>
        Compare the fingerprint with the administrator of {whose}, not over this connection. If both are
        equal, pin the certificate: only this one is accepted then.
      </p>
      <div>
        <Button icon={Pin} onClick={() => onPin(certificate.fingerprint)}>
          {replaces ? 'Replace the pinned certificate' : 'Pin this certificate'}
        </Button>
      </div>
    </section>
  );
}
