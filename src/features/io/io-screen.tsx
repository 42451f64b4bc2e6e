import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useSession, type ScreenProps } from '../../app/registry/index.ts';
import { aroundMoment } from './around-moment.ts';
import { startDecoder } from './decode/decoder.ts';
import { IoModel, type LiveTarget } from './io-model.ts';
import { IoWorkbench } from './io-workbench.tsx';

/** Live I/O of one database, and other opened sources: the server, other databases, files. */
export default function IoScreen({ tabId, connectionId, database, params }: ScreenProps): ReactNode {
  const { port } = useSession();
  const own = useMemo<LiveTarget>(
    () => ({ connectionId, database, name: database ?? 'Server' }),
    [connectionId, database],
  );
  const [kept, setKept] = useState(() => ({ port, own, model: new IoModel(port, startDecoder) }));
  // A new port or another database starts a new recording.
  if (kept.port !== port || kept.own !== own) setKept({ port, own, model: new IoModel(port, startDecoder) });
  const { model } = kept;
  const version = useSyncExternalStore(model.subscribe, model.getVersion);
  useEffect(() => {
    model.follow(own);
    model.resume();
    return () => model.suspend();
  }, [model, own]);
  return (
    <IoWorkbench
      key={`${connectionId}/${database ?? ''}`}
      {...{ tabId, model, version, own }}
      around={aroundMoment(params.at)}
    />
  );
}
