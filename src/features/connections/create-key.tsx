import { KeyRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { MIN_KEY_PASSWORD, type KeyAlgorithm } from '../../contract/index.ts';
import {
  Button,
  CopyButton,
  ErrorView,
  saveFile,
  Select,
  TextField,
  useSubmit,
  type SelectOption,
} from '../../ui/index.ts';
import styles from './certificates.module.css';

const algorithms: readonly SelectOption<KeyAlgorithm>[] = [
  { value: 'ec-p256', label: 'EC P-256' },
  { value: 'rsa-3072', label: 'RSA 3072' },
];

export interface CreatedKey {
  readonly keyPath: string;
  readonly password: string;
}

/** Generates a key on this computer, and a request that an authority turns into a certificate. */
export function CreateKey(props: { readonly onCreated: (key: CreatedKey) => void }): ReactNode {
  const [open, setOpen] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  if (created !== null)
    return (
      <section className={styles.box} aria-label="Created key" aria-live="polite">
        <b>Key created, request saved</b>
        <p className={styles.hint}>
          Have the request signed by an authority that the server trusts. Then choose the issued certificate
          below; the path of the key is filled in.
        </p>
        <div className={styles.keyPath}>
          <code className={styles.path}>{created}</code>
          <CopyButton iconOnly text={created} label="Copy the path of the key" />
        </div>
      </section>
    );
  if (!open)
    return (
      <div>
        <Button icon={KeyRound} onClick={() => setOpen(true)}>
          Create key and request…
        </Button>
      </div>
    );
  return (
    <CreateKeyForm
      onCancel={() => setOpen(false)}
      onCreated={(key) => {
        setCreated(key.keyPath);
        props.onCreated(key);
      }}
    />
  );
}

function CreateKeyForm(props: {
  readonly onCancel: () => void;
  readonly onCreated: (key: CreatedKey) => void;
}): ReactNode {
  const session = useSession();
  const [commonName, setCommonName] = useState('');
  const [organization, setOrganization] = useState('');
  const [algorithm, setAlgorithm] = useState<KeyAlgorithm>('ec-p256');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, failure, run } = useSubmit();
  const name = commonName.trim();
  const nameProblem = name === '' ? 'Enter the name of the client.' : null;
  const passwordProblem =
    password.length < MIN_KEY_PASSWORD ? `Enter at least ${MIN_KEY_PASSWORD} characters.` : null;

  async function create(): Promise<void> {
    setTried(true);
    if (nameProblem !== null || passwordProblem !== null) return;
    await run(async () => {
      const { keyPath, request } = await session.port.call('keys.generate', {
        subject: {
          commonName: name,
          ...(organization.trim() === '' ? {} : { organization: organization.trim() }),
        },
        algorithm,
        password,
      });
      saveFile(`${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')}.csr`, 'application/pkcs10', request);
      props.onCreated({ keyPath, password });
    });
  }

  return (
    <form
      className={styles.box}
      aria-label="Create key and request"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <TextField
        label="Common name"
        value={commonName}
        error={tried ? nameProblem : null}
        onChange={setCommonName}
      />
      <TextField label="Organization" value={organization} hint="Optional" onChange={setOrganization} />
      <Select label="Key" value={algorithm} options={algorithms} onChange={setAlgorithm} />
      <TextField
        label="New password of the key"
        type="password"
        value={password}
        error={tried ? passwordProblem : null}
        hint="Encrypts the key file. Needed with the certificate."
        onChange={setPassword}
      />
      {failure !== null && <ErrorView error={failure} doing="Creating the key" compact />}
      <div className={styles.keyActions}>
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Create and save request
        </Button>
      </div>
    </form>
  );
}
