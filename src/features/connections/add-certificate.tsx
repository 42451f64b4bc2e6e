import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { commandOf, type ClientCertificate } from '../../contract/index.ts';
import { Button, Checkbox } from '../../ui/index.ts';
import { CertificateFileFields } from './certificate-file-fields.tsx';
import { certificateOf, fileProblemsOf, type CertificateFiles } from './connection-form.ts';
import { PasswordFields } from './password-fields.tsx';
import { CreateKey } from './create-key.tsx';
import styles from './certificates.module.css';

const empty: CertificateFiles = {
  certificate: 'pfx',
  pfxPath: '',
  pemPath: '',
  keyPath: '',
  command: '',
  passwordFrom: 'user',
  passwordCommand: '',
};

export interface AddedCertificate {
  readonly certificate: ClientCertificate;
  /** Empty: it has none. */
  readonly password: string;
  readonly save: boolean;
  readonly active: boolean;
}

/** Validation errors appear at their field after the first attempt. */
export function AddCertificate(props: {
  readonly mustBeActive: boolean;
  readonly canChoose: boolean;
  readonly busy: boolean;
  /** Resolves to whether it was added. */
  readonly onAdd: (added: AddedCertificate) => Promise<boolean>;
}): ReactNode {
  const { mustBeActive, canChoose, busy, onAdd } = props;
  const [files, setFiles] = useState(empty);
  const [password, setPassword] = useState('');
  const [save, setSave] = useState(false);
  const [active, setActive] = useState(false);
  const [tried, setTried] = useState(false);
  const problems = fileProblemsOf(files);

  async function add(): Promise<void> {
    setTried(true);
    const certificate = certificateOf(files);
    if (certificate === undefined || Object.keys(problems).length > 0) return;
    const entered = commandOf(certificate) === undefined ? password : '';
    if (!(await onAdd({ certificate, password: entered, save, active: active || mustBeActive }))) return;
    setFiles(empty);
    setPassword('');
    setSave(false);
    setActive(false);
    setTried(false);
  }

  return (
    <>
      <CreateKey
        onCreated={({ keyPath, password: own }) => {
          setFiles({ ...empty, certificate: 'pem', keyPath });
          setPassword(own);
        }}
      />
      <form
        className={styles.box}
        aria-label="Add a client certificate"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <CertificateFileFields
          files={files}
          problems={tried ? problems : {}}
          canChoose={canChoose}
          optional={false}
          onChange={(part) => setFiles((now) => ({ ...now, ...part }))}
        />
        <PasswordFields
          files={files}
          problems={tried ? problems : {}}
          password={password}
          save={save}
          hint="Leave empty if the certificate is not protected."
          onFiles={(part) => setFiles((now) => ({ ...now, ...part }))}
          onPassword={setPassword}
          onSave={setSave}
        />
        <Checkbox
          label="Make it active"
          checked={active || mustBeActive}
          disabled={mustBeActive}
          onChange={setActive}
          hint={mustBeActive ? 'There is no other certificate to present.' : undefined}
        />
        <div>
          <Button type="submit" icon={Plus} busy={busy}>
            Add certificate
          </Button>
        </div>
      </form>
    </>
  );
}
