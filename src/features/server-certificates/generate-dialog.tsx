import { useRef, useState, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { generateCertificate } from '../../protocol/server-certificates.ts';
import {
  Button,
  Dialog,
  ErrorView,
  NumberField,
  openDownload,
  TextField,
  useSubmit,
} from '../../ui/index.ts';
import { RightsFields } from './rights-fields.tsx';
import { checkRights, emptyRights } from './rights-form.ts';
import styles from './server-certificates.module.css';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 365;
const MAX_DAYS = 3650;

/** The server generates a certificate; the host writes its archive to a file. */
export function GenerateDialog(props: {
  readonly connectionId: string;
  readonly databases: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (message: string) => Promise<void>;
}): ReactNode {
  const { connectionId, databases, onClose, onDone } = props;
  const session = useSession();
  const [form, setForm] = useState(emptyRights);
  const [days, setDays] = useState<number | null>(DEFAULT_DAYS);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, failure, run } = useSubmit();
  const waiting = useRef(new AbortController());

  /** Closing the dialog cancels a pending confirmation. */
  function close(): void {
    waiting.current.abort();
    onClose();
  }

  async function generate(): Promise<void> {
    const checked = checkRights(form);
    const missing = days === null ? `Enter a number of days from 1 to ${MAX_DAYS}.` : null;
    setProblem(checked.ok ? missing : checked.problem);
    if (!checked.ok || days === null) return;
    const { name, clearance, permissions } = checked.rights;
    await run(async () => {
      const file = await generateCertificate(
        session.port,
        {
          connection: connectionId,
          name,
          clearance,
          permissions: Object.fromEntries(permissions),
          notAfter: Date.now() + days * DAY_MS,
          ...(password === '' ? {} : { password }),
        },
        {
          signal: waiting.current.signal,
          onProgress: (progress) => {
            if (progress.kind === 'download') openDownload(progress.path);
          },
        },
      );
      await onDone(
        file === null ? `${name} was generated and downloaded` : `${name} was generated and saved to ${file}`,
      );
      onClose();
    });
  }

  return (
    <Dialog
      open
      onClose={close}
      onSubmit={() => void generate()}
      title="Generate a certificate"
      description="The server generates certificate and key. Save the archive: it is not available again."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Generate and save…
          </Button>
        </>
      }
    >
      <RightsFields form={form} databases={databases} onChange={setForm} />
      <NumberField label="Valid for days" value={days} min={1} max={MAX_DAYS} onChange={setDays} />
      <TextField
        label="Password of the PFX file"
        type="password"
        hint="Optional. The PEM key in the archive has no password."
        value={password}
        onChange={setPassword}
      />
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {failure !== null && <ErrorView error={failure} doing="Generating the certificate" compact />}
    </Dialog>
  );
}
