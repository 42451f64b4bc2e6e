import { useRef, useState, type ReactNode } from 'react';
import { editCertificate, type RegisteredCertificate } from '../../protocol/server-certificates.ts';
import type { ServerClient } from '../../protocol/client.ts';
import { Banner, Button, Dialog, ErrorView, useSubmit } from '../../ui/index.ts';
import { RightsFields } from './rights-fields.tsx';
import { checkRights, formOf } from './rights-form.ts';
import styles from './server-certificates.module.css';

/** Changes name, clearance and rights of a registered certificate. */
export function EditDialog(props: {
  readonly server: ServerClient;
  readonly certificate: RegisteredCertificate;
  readonly isOwn: boolean;
  readonly databases: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (message: string) => Promise<void>;
}): ReactNode {
  const { server, certificate, isOwn, databases, onClose, onDone } = props;
  const [form, setForm] = useState(() => formOf(certificate));
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, failure, run } = useSubmit();
  const waiting = useRef(new AbortController());

  /** Closing the dialog cancels a pending confirmation. */
  function close(): void {
    waiting.current.abort();
    onClose();
  }

  async function save(): Promise<void> {
    const checked = checkRights(form);
    setProblem(checked.ok ? null : checked.problem);
    if (!checked.ok) return;
    await run(async () => {
      await editCertificate(server, certificate.thumbprint, checked.rights, waiting.current.signal);
      await onDone(`${checked.rights.name} was changed`);
      onClose();
    });
  }

  return (
    <Dialog
      open
      onClose={close}
      onSubmit={() => void save()}
      title={`Edit ${certificate.name}`}
      description="New rights apply to the next connections of this certificate."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      {isOwn && (
        <Banner tone="warning">
          This connection uses this certificate: fewer rights can lock you out of the server.
        </Banner>
      )}
      <RightsFields form={form} databases={databases} onChange={setForm} />
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {failure !== null && <ErrorView error={failure} doing={`Changing ${certificate.name}`} compact />}
    </Dialog>
  );
}
