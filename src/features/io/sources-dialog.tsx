import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { listDatabases } from '../../protocol/databases.ts';
import { Badge, Button, Dialog, ErrorView, IconButton, Select } from '../../ui/index.ts';
import type { IoModel, LiveState, LiveTarget } from './io-model.ts';
import styles from './io.module.css';

const SERVER = '\u0000server';

/** The recorded and displayed sources: live databases and servers, and files. */
export function SourcesDialog(props: {
  open: boolean;
  onClose: () => void;
  model: IoModel;
  own: LiveTarget;
  onOpenFile: () => void;
}): ReactNode {
  const { open, onClose, model, own } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Sources"
      description="All sources share one timeline."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <ul className={styles.sourceList}>
        {model.recording.sources.map(({ id, name, kind }) => (
          <li key={id}>
            <span className={styles.sourceName}>{name}</span>
            {kind === 'file' ? <Badge tone="info">File</Badge> : <LiveBadge state={model.stateOf(id)} />}
            <IconButton label={`Remove ${name}`} icon={Trash2} onClick={() => model.remove(id)} />
          </li>
        ))}
        {model.recording.sources.length === 0 && <li className={styles.muted}>No recordings open.</li>}
      </ul>
      {open && <AddLive model={model} own={own} />}
      <div className={styles.findForm}>
        <Button onClick={props.onOpenFile}>Open file…</Button>
      </div>
    </Dialog>
  );
}

function AddLive({ model, own }: { model: IoModel; own: LiveTarget }): ReactNode {
  const { port } = useSession();
  const [connectionId, setConnectionId] = useState(own.connectionId);
  const [database, setDatabase] = useState(SERVER);
  const connections = useQuery({
    queryKey: ['app', 'connections', 'for I/O sources'],
    queryFn: async ({ signal }) => (await port.call('connections.list', {}, { signal })).connections,
  });
  const databases = useQuery({
    queryKey: [connectionId, 'databases', 'for I/O sources'],
    queryFn: ({ signal }) => listDatabases(new ServerClient(port, connectionId), { signal }),
    retry: false,
  });
  const connectionName =
    connections.data?.find(({ connection }) => connection.id === connectionId)?.connection.name ??
    connectionId;
  const here = connectionId === own.connectionId;
  const target: LiveTarget =
    database === SERVER
      ? { connectionId, database: null, name: here ? 'Server' : `${connectionName} (server)` }
      : { connectionId, database, name: here ? database : `${database} on ${connectionName}` };
  return (
    <>
      <div className={styles.findForm}>
        <Select
          label="Connection"
          value={connectionId}
          onChange={(id) => {
            setConnectionId(id);
            setDatabase(SERVER);
          }}
          options={(connections.data ?? []).map(({ connection }) => ({
            value: connection.id,
            label: connection.name,
          }))}
        />
        <Select
          label="Storage"
          value={database}
          onChange={setDatabase}
          options={[
            { value: SERVER, label: 'Server (System)' },
            ...(databases.data ?? []).map(({ name }) => ({ value: name, label: name })),
          ]}
        />
        <Button variant="primary" disabled={model.hasLive(target)} onClick={() => model.follow(target)}>
          Follow live
        </Button>
      </div>
      {databases.error && (
        <ErrorView error={databases.error} doing={`Loading databases of ${connectionName}`} compact />
      )}
    </>
  );
}

export function LiveBadge({ state }: { state: LiveState | undefined }): ReactNode {
  switch (state?.kind) {
    case undefined:
    case 'connecting':
      return <Badge tone="neutral">Connecting…</Badge>;
    case 'live':
      return <Badge tone="success">Live</Badge>;
    case 'paused':
      return <Badge tone="warning">Paused</Badge>;
    case 'lost':
      return <Badge tone="danger">Connection lost, retrying</Badge>;
  }
}
