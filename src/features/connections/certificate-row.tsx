import { KeyRound, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { fingerprintText } from '../../contract/index.ts';
import { Badge, Button, CopyButton, IconButton, TextField } from '../../ui/index.ts';
import { kindOf, pathOf, subjectName, type CertificateEntry } from './certificate-entries.ts';
import { Fingerprint } from './fingerprint.tsx';
import { expiryOf, expiryTones } from './certificate-expiry.ts';
import { SavePassword, useCanSavePassword } from './save-password.tsx';
import styles from './certificates.module.css';

export function CertificateRow(props: {
  readonly entry: CertificateEntry;
  readonly now: number;
  readonly busy: boolean;
  readonly onActivate: () => void;
  readonly onRemove: () => void;
  readonly onUnlock: (password: string, save: boolean) => void;
  readonly onForget: () => void;
}): ReactNode {
  const { entry, now, busy, onActivate, onRemove, onUnlock, onForget } = props;
  const { certificate, active, details, needsPassword, passwordSaved = false, problem } = entry;
  const session = useSession();
  const [password, setPassword] = useState('');
  const canSave = useCanSavePassword(session.port);
  const [save, setSave] = useState<boolean>(passwordSaved);
  const path = pathOf(certificate);
  const name = details === undefined ? (path.split(/[\\/]/).at(-1) ?? path) : subjectName(details);
  const expiry = details === undefined ? undefined : expiryOf(details, now);
  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <div className={styles.entryName}>
          <b title={details?.subject}>{name}</b>
          {active && <Badge tone="success">active</Badge>}
          <Badge>{kindOf(certificate)}</Badge>
          {expiry && (
            <Badge tone={expiryTones[expiry.level]} title={expiry.text}>
              {expiry.short}
            </Badge>
          )}
          {needsPassword && <Badge tone="warning">password needed</Badge>}
          {passwordSaved && <Badge>password saved</Badge>}
        </div>
        <div className={styles.entryActions}>
          {details && (
            <CopyButton
              iconOnly
              text={fingerprintText(details.fingerprint)}
              label={`Copy the fingerprint of ${name}`}
            />
          )}
          {passwordSaved && (
            <Button onClick={onForget} disabled={busy} aria-label={`Forget password of ${name}`}>
              Forget password
            </Button>
          )}
          {!active && (
            <>
              <Button onClick={onActivate} disabled={busy} aria-label={`Make active: ${name}`}>
                Make active
              </Button>
              <IconButton
                label={`Remove ${name} from the list`}
                icon={Trash2}
                disabled={busy}
                onClick={onRemove}
              />
            </>
          )}
        </div>
      </div>
      <code className={styles.path}>{path}</code>
      {details && <Fingerprint digits={details.fingerprint} />}
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
      {needsPassword && (
        <form
          className={styles.unlock}
          onSubmit={(event) => {
            event.preventDefault();
            onUnlock(password, save && canSave);
          }}
        >
          <div className={styles.unlockField}>
            <TextField
              label={`Password of ${name}`}
              type="password"
              value={password}
              onChange={setPassword}
            />
            <Button type="submit" icon={KeyRound} disabled={busy || password === ''}>
              Unlock
            </Button>
          </div>
          <SavePassword port={session.port} checked={save} onChange={setSave} />
        </form>
      )}
    </li>
  );
}
