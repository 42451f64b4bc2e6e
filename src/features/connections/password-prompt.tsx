import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { createStore, useStore } from 'zustand';
import type { ConnectionView, Port } from '../../contract/index.ts';
import { SavePassword, useCanSavePassword } from './save-password.tsx';
import { Button, Dialog, ErrorView, TextField, useSubmit } from '../../ui/index.ts';

/** Connections that need a password; the dialog shows the first one. */
const waiting = createStore<{ readonly ids: readonly string[]; readonly dismissed: ReadonlySet<string> }>(
  () => ({
    ids: [],
    dismissed: new Set(),
  }),
);

/**
 * Opens the password dialog for a connection, once for any number of requests. After it was dismissed, only the
 * user can reopen it (`again`), because every poll would open it.
 */
export function askPassword(id: string, again = false): void {
  waiting.setState(({ ids, dismissed }) => {
    if (ids.includes(id) || (dismissed.has(id) && !again)) return {};
    return { ids: [...ids, id], dismissed: new Set([...dismissed].filter((each) => each !== id)) };
  });
}

function done(id: string, dismissed: boolean): void {
  waiting.setState((state) => ({
    ids: state.ids.filter((each) => each !== id),
    dismissed: dismissed ? new Set([...state.dismissed, id]) : state.dismissed,
  }));
}

export function PasswordPrompt(props: {
  readonly port: Port;
  readonly connections: readonly ConnectionView[];
}): ReactNode {
  const id = useStore(waiting, (state) => state.ids[0]);
  const view = props.connections.find((each) => each.connection.id === id);
  const found = view?.connection;
  if (id === undefined || view === undefined || found?.kind !== 'server') return null;
  return (
    <PasswordDialog
      key={id}
      id={id}
      name={found.name}
      wasSaved={view.passwordSaved === true}
      problem={view.needsPassword ? view.problem : undefined}
      port={props.port}
    />
  );
}

function PasswordDialog(props: {
  readonly id: string;
  readonly name: string;
  readonly wasSaved: boolean;
  /** Why the password that is known does not work. */
  readonly problem: string | undefined;
  readonly port: Port;
}): ReactNode {
  const { id, name, wasSaved, problem, port } = props;
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const canSave = useCanSavePassword(port);
  const [save, setSave] = useState(wasSaved);
  const { busy, failure, run } = useSubmit();

  async function unlock(): Promise<void> {
    await run(async () => {
      try {
        await port.call('connections.unlock', { id, password, ...(save && canSave ? { save: true } : {}) });
      } catch (thrown) {
        field.current?.select();
        throw thrown;
      }
      done(id, false);
      await queryClient.invalidateQueries({ queryKey: ['app', 'connections'] });
      await queryClient.resetQueries({ queryKey: [id] });
    });
  }

  return (
    <Dialog
      open
      width="narrow"
      onClose={() => done(id, true)}
      title={`Unlock ${name}`}
      initialFocus={field}
      onSubmit={() => void unlock()}
      footer={
        <>
          <Button onClick={() => done(id, true)}>Not now</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Unlock
          </Button>
        </>
      }
    >
      <TextField
        ref={field}
        type="password"
        label="Client certificate password"
        value={password}
        onChange={setPassword}
        hint={problem}
      />
      <SavePassword port={port} checked={save} onChange={setSave} />
      {failure !== null && <ErrorView error={failure} doing={`Unlocking ${name}`} compact />}
    </Dialog>
  );
}
