import { useCallback, useState, type ReactNode } from 'react';
import { useSession, type ScreenProps } from '../../app/registry/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { watchIoMetrics, watchServerIoMetrics } from '../../protocol/io-metrics.ts';
import type { IoRecording } from './io-recording.ts';
import { IoWorkbench } from './io-workbench.tsx';
import { useIoRecording } from './use-io-recording.ts';

type Scope = 'database' | 'server';

interface Imported {
  readonly name: string;
  readonly recording: IoRecording;
}

/** Live I/O of one database (or of the server's own storage), or a recording from a file. */
export default function IoScreen(props: ScreenProps): ReactNode {
  const [imported, setImported] = useState<Imported>();
  const [scope, setScope] = useState<Scope>('database');
  if (imported)
    return (
      <IoWorkbench
        key={imported.name}
        {...imported}
        version={0}
        source={{ kind: 'file', name: imported.name, close: () => setImported(undefined) }}
        onImport={(name, recording) => setImported({ name, recording })}
      />
    );
  return (
    <LiveIo
      key={`${props.connectionId}/${props.database ?? ''}/${scope}`}
      {...props}
      scope={scope}
      onScope={setScope}
      onImport={(name, recording) => setImported({ name, recording })}
    />
  );
}

function LiveIo(
  props: ScreenProps & {
    readonly scope: Scope;
    readonly onScope: (scope: Scope) => void;
    readonly onImport: (name: string, recording: IoRecording) => void;
  },
): ReactNode {
  const { connectionId, database, scope } = props;
  const { port } = useSession();
  const [paused, setPaused] = useState(false);
  const open = useCallback(
    (signal: AbortSignal) => {
      const server = new ServerClient(port, connectionId);
      return scope === 'server' || database === null
        ? watchServerIoMetrics(server, signal)
        : watchIoMetrics(server.database(database), signal);
    },
    [port, connectionId, database, scope],
  );
  const { recording, version, state } = useIoRecording(open, paused);
  return (
    <IoWorkbench
      name={scope === 'server' ? 'Server' : (database ?? 'Server')}
      recording={recording}
      version={version}
      source={{ kind: 'live', state, paused, setPaused, scope, setScope: props.onScope }}
      onImport={props.onImport}
    />
  );
}
