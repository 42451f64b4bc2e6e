import { useRef, useState, type ReactNode } from 'react';
import type { ServerClient } from '../../protocol/client.ts';
import { uploadCertificate } from '../../protocol/server-certificates.ts';
import { Button, Dialog, ErrorView, FileInput, useSubmit } from '../../ui/index.ts';
import { publicCertificate } from './public-certificate.ts';
import { RightsFields } from './rights-fields.tsx';
import { checkRights, emptyRights } from './rights-form.ts';
import styles from './server-certificates.module.css';

/** Registers the public part of a certificate that was made elsewhere. */
export function UploadDialog(props: {
  readonly server: ServerClient;
  readonly databases: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (message: string) => Promise<void>;
}): ReactNode {
  const { server, databases, onClose, onDone } = props;
  const [form, setForm] = useState(emptyRights);
  const [file, setFile] = useState<{ readonly name: string; readonly certificate: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, failure, run } = useSubmit();
  const input = useRef<HTMLInputElement>(null);
  const waiting = useRef(new AbortController());

  /** Closing the dialog cancels a pending confirmation. */
  function close(): void {
    waiting.current.abort();
    onClose();
  }

  async function read(chosen: File): Promise<void> {
    const found = publicCertificate(chosen.name, new Uint8Array(await chosen.arrayBuffer()));
    setFile(found.ok ? { name: chosen.name, certificate: found.certificate } : null);
    setProblem(found.ok ? null : found.problem);
    if (found.ok && form.name === '') setForm({ ...form, name: chosen.name.replace(/\.\w+$/, '') });
  }

  async function upload(): Promise<void> {
    const checked = checkRights(form);
    const missing = file === null ? 'Choose the file of the certificate.' : null;
    setProblem(missing ?? (checked.ok ? null : checked.problem));
    if (!checked.ok || file === null) return;
    await run(async () => {
      await uploadCertificate(server, file.certificate, checked.rights, waiting.current.signal);
      await onDone(`${checked.rights.name} was registered`);
      onClose();
    });
  }

  return (
    <Dialog
      open
      onClose={close}
      onSubmit={() => void upload()}
      title="Upload a certificate"
      description="Registers a public certificate. A private key is never sent."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Upload
          </Button>
        </>
      }
    >
      <FileInput
        ref={input}
        label="Certificate file"
        accept=".crt,.cer,.pem,.der"
        onFile={(chosen) => {
          read(chosen).catch(() => setProblem(`${chosen.name} could not be read. Choose it again.`));
        }}
      />
      <div>
        <Button onClick={() => input.current?.click()}>Choose file…</Button>
      </div>
      {file !== null && <p className={styles.hint}>Certificate of {file.name}</p>}
      <RightsFields form={form} databases={databases} onChange={setForm} />
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {failure !== null && <ErrorView error={failure} doing="Uploading the certificate" compact />}
    </Dialog>
  );
}
