import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import type { ClientCertificate, ConnectionView, ServerConnection } from '../../contract/index.ts';
import { Button, Dialog, ErrorView, useSubmit } from '../../ui/index.ts';
import { AddCertificate, type AddedCertificate } from './add-certificate.tsx';
import { entriesOf, pathOf, withActive, withAdded, without } from './certificate-entries.ts';
import { CertificateRow } from './certificate-row.tsx';
import { TestSteps, type TestResult } from './test-steps.tsx';
import { useClock } from './use-clock.ts';
import styles from './certificates.module.css';

/** A certificate that was issued while the dialog is open is soon shown as valid. */
const CLOCK_MS = 5_000;

interface Refused {
  readonly certificate: ClientCertificate;
  readonly result: TestResult;
}

/** The client certificates of a connection: add the next one, switch to it, remove the old one. */
export function CertificatesDialog(props: {
  readonly view: ConnectionView;
  readonly connection: ServerConnection;
  readonly canChooseFiles: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { view, connection, canChooseFiles, onClose } = props;
  const { id } = connection;
  const session = useSession();
  const queryClient = useQueryClient();
  const now = useClock(CLOCK_MS);
  const { busy, failure, run } = useSubmit();
  /** The server did not accept this certificate in a test, so it was not made active. */
  const [refused, setRefused] = useState<Refused | null>(null);
  const waiting = useRef(new AbortController());
  const entries = entriesOf(view);

  /** Closing the dialog cancels a pending confirmation. */
  function close(): void {
    waiting.current.abort();
    onClose();
  }

  async function save(changed: ServerConnection): Promise<void> {
    await session.port.call('connections.save', { connection: changed }, { signal: waiting.current.signal });
    await queryClient.invalidateQueries({ queryKey: ['app', 'connections'] });
  }

  /** Who the server takes the connection for can change; what failed before is read again. */
  async function makeActive(changed: ServerConnection): Promise<void> {
    await save(changed);
    await queryClient.invalidateQueries({ queryKey: [id, '@identity'] });
    await queryClient.refetchQueries({ queryKey: [id], predicate: ({ state }) => state.status === 'error' });
  }

  /** The active certificate works until the server has accepted the other one. */
  async function testAndActivate(from: ServerConnection, certificate: ClientCertificate): Promise<void> {
    const { url, authorityPath, pinnedCertificate, route } = from;
    const result = await session.port.call(
      'connections.test',
      {
        url,
        certificate,
        ...(authorityPath === undefined ? {} : { authorityPath }),
        ...(pinnedCertificate === undefined ? {} : { pinnedCertificate }),
        ...(route === undefined ? {} : { route }),
      },
      { signal: waiting.current.signal },
    );
    if (result.ok) await makeActive(withActive(from, certificate));
    else setRefused({ certificate, result });
  }

  /** A result applies only to the last action. */
  function act(work: () => Promise<void>): Promise<void> {
    setRefused(null);
    return run(work);
  }

  async function unlock(certificate: ClientCertificate, password: string, save: boolean): Promise<void> {
    await session.port.call('connections.unlock', { id, certificate, password, ...(save ? { save } : {}) });
    await queryClient.invalidateQueries({ queryKey: ['app', 'connections'] });
  }

  async function forget(certificate: ClientCertificate): Promise<void> {
    await session.port.call('connections.forgetPassword', { id, certificate });
    await queryClient.invalidateQueries({ queryKey: ['app', 'connections'] });
  }

  async function add(added: AddedCertificate): Promise<boolean> {
    const { certificate, password, active } = added;
    let isListed = false;
    const listed = withAdded(connection, certificate);
    const isFirst = connection.certificate === undefined;
    await act(async () => {
      await (isFirst ? makeActive(withActive(listed, certificate)) : save(listed));
      isListed = true;
      if (password !== '') await unlock(certificate, password, added.save);
      if (active && !isFirst) await testAndActivate(listed, certificate);
    });
    return isListed;
  }

  return (
    <Dialog
      open
      onClose={close}
      title={`Client certificates of ${connection.name}`}
      description="Only the active certificate is presented. After a switch, running requests end with the previous one."
      footer={<Button onClick={close}>Close</Button>}
    >
      {entries.length === 0 ? (
        <p className={styles.empty}>No client certificate: the connection is anonymous. Add one below.</p>
      ) : (
        <ul className={styles.list} aria-label="Client certificates">
          {entries.map((entry) => (
            <CertificateRow
              key={entry.key}
              entry={entry}
              now={now}
              busy={busy}
              onActivate={() => void act(() => testAndActivate(connection, entry.certificate))}
              onRemove={() => void act(() => save(without(connection, entry.certificate)))}
              onUnlock={(password, save) => void act(() => unlock(entry.certificate, password, save))}
              onForget={() => void act(() => forget(entry.certificate))}
            />
          ))}
        </ul>
      )}
      {failure !== null && (
        <ErrorView error={failure} doing={`Changing the certificates of ${connection.name}`} compact />
      )}
      {refused !== null && (
        <section className={styles.box} aria-label="Not made active" aria-live="polite">
          <b>Not made active: the test of {pathOf(refused.certificate)} failed</b>
          <TestSteps result={refused.result} label="Connection test" />
          <div>
            <Button
              disabled={busy}
              onClick={() => void act(() => makeActive(withActive(connection, refused.certificate)))}
            >
              Make active anyway
            </Button>
          </div>
        </section>
      )}
      <AddCertificate
        // The first one is active at once: there is nothing else to present.
        mustBeActive={connection.certificate === undefined}
        canChoose={canChooseFiles}
        busy={busy}
        onAdd={add}
      />
    </Dialog>
  );
}
