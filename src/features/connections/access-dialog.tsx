import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { allowsMore, type Connection } from '../../contract/index.ts';
import { Button, Dialog, ErrorView, Select, useSubmit } from '../../ui/index.ts';
import { AccessHint } from './access-hint.tsx';
import { modes } from './connection-colour.ts';

/** Changes the access mode of a connection, including the sandbox. */
export function AccessDialog(props: {
  readonly connection: Connection;
  readonly onClose: () => void;
}): ReactNode {
  const { connection, onClose } = props;
  const session = useSession();
  const queryClient = useQueryClient();
  const [mode, setMode] = useState(connection.mode);
  const { busy, failure, run } = useSubmit();
  const waiting = useRef(new AbortController());

  function close(): void {
    waiting.current.abort();
    onClose();
  }

  async function save(): Promise<void> {
    await run(async () => {
      await session.port.call(
        'connections.setMode',
        { id: connection.id, mode },
        { signal: waiting.current.signal },
      );
      await queryClient.invalidateQueries({ queryKey: ['app', 'connections'] });
      onClose();
    });
  }

  return (
    <Dialog
      open
      width="narrow"
      onClose={close}
      title={`Access to ${connection.name}`}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={mode === connection.mode}>
            {allowsMore(mode, connection.mode) ? 'Allow' : 'Save'}
          </Button>
        </>
      }
    >
      <Select label="Access" value={mode} onChange={setMode} options={modes} disabled={busy} />
      <AccessHint mode={mode} before={connection.mode} />
      {failure !== null && <ErrorView error={failure} doing="Changing the access" compact />}
    </Dialog>
  );
}
