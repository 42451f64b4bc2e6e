import { Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PresentedHostKey } from '../../contract/index.ts';
import { Button, CopyButton } from '../../ui/index.ts';
import certificateStyles from './certificates.module.css';
import styles from './connections.module.css';

/** The host key of an SSH server that is not accepted yet, or is another than the accepted one. */
export function HostKeyQuestion(props: {
  readonly hostKey: PresentedHostKey;
  /** Another one was accepted. */
  readonly replaces: boolean;
  readonly onAccept: (fingerprint: string) => void;
}): ReactNode {
  const { hostKey, replaces, onAccept } = props;
  return (
    <section className={certificateStyles.box} aria-label="Host key of the SSH server">
      <div className={certificateStyles.boxTitle}>
        <b>Host key of the SSH server</b>
        <CopyButton text={hostKey.fingerprint} label="Copy fingerprint" />
      </div>
      <dl className={certificateStyles.facts}>
        <dt>Fingerprint</dt>
        <dd>
          <code className={styles.hostKey}>{hostKey.fingerprint}</code>
        </dd>
        <dt>Type</dt>
        <dd>{hostKey.type}</dd>
      </dl>
      <p className={certificateStyles.hint}>
        Compare it with the administrator of the SSH server, not over this connection. If both are equal,
        accept it: only this key is accepted then.
      </p>
      <div>
        <Button icon={Pin} onClick={() => onAccept(hostKey.fingerprint)}>
          {replaces ? 'Replace the accepted host key' : 'Accept this host key'}
        </Button>
      </div>
    </section>
  );
}
