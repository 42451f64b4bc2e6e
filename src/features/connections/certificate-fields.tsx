import type { ReactNode } from 'react';
import { Button } from '../../ui/index.ts';
import { CertificateFileFields } from './certificate-file-fields.tsx';
import type { ConnectionForm, FormProblems } from './connection-form.ts';
import { Fingerprint } from './fingerprint.tsx';
import { PasswordFields } from './password-fields.tsx';
import { PathField } from './path-field.tsx';
import styles from './certificates.module.css';

export function CertificateFields(props: {
  readonly form: ConnectionForm;
  readonly problems: FormProblems;
  readonly canChoose: boolean;
  /** The password of the stored certificate is saved. */
  readonly isSaved: boolean;
  readonly onChange: (part: Partial<ConnectionForm>) => void;
}): ReactNode {
  const { form, problems, canChoose, isSaved, onChange } = props;
  const isPinned = form.pinnedCertificate !== '';
  return (
    <>
      <CertificateFileFields
        files={form}
        problems={problems}
        canChoose={canChoose}
        optional
        onChange={onChange}
      />
      <PasswordFields
        files={form}
        problems={problems}
        password={form.password}
        save={form.savePassword}
        hint={
          isSaved
            ? 'Leave empty to keep the saved password.'
            : 'Leave empty if the certificate is not protected.'
        }
        onFiles={onChange}
        onPassword={(password) => onChange({ password })}
        onSave={(savePassword) => onChange({ savePassword })}
      />
      {(form.certificate !== 'none' || form.url.trim().toLowerCase().startsWith('https:')) && (
        <PathField
          label="CA certificate"
          value={form.authorityPath}
          onChange={(authorityPath) => onChange({ authorityPath })}
          extensions={['pem', 'crt', 'cer']}
          canChoose={canChoose}
          hint={
            isPinned
              ? 'Not used while a server certificate is pinned.'
              : 'PEM file of the issuer, if your system does not trust the server certificate.'
          }
        />
      )}
      {isPinned && (
        <section className={styles.box} aria-label="Pinned server certificate">
          <div className={styles.boxTitle}>
            <b>Pinned server certificate</b>
            <Button onClick={() => onChange({ pinnedCertificate: '' })}>Remove pin</Button>
          </div>
          <Fingerprint digits={form.pinnedCertificate} />
          <p className={styles.hint}>
            Only this certificate is accepted. After a renewal, test and pin again.
          </p>
        </section>
      )}
    </>
  );
}
