import { Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import { fingerprintText, type ServerCertificate } from '../../contract/index.ts';
import { Button, CopyButton, formatDateTime } from '../../ui/index.ts';
import { Fingerprint } from './fingerprint.tsx';
import styles from './certificates.module.css';

/** The certificate of a server that a test refused, and the choice to accept exactly this one. */
export function UntrustedCertificate(props: {
  readonly certificate: ServerCertificate;
  /** Another one was pinned. */
  readonly replaces: boolean;
  readonly onPin: (fingerprint: string) => void;
}): ReactNode {
  const { certificate, replaces, onPin } = props;
  const fingerprint = fingerprintText(certificate.fingerprint);
  return (
    <section className={styles.box} aria-label="Certificate of the server">
      <div className={styles.boxTitle}>
        <b>Certificate of the server</b>
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
        Compare the fingerprint with the administrator of the server, not over this connection. If both are
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
