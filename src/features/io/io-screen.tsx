import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useSession, type ScreenProps } from '../../app/registry/index.ts';
import type { ViewWindow } from '../../charts/timeline/index.ts';
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

const BEFORE_MS = 45_000;
const AFTER_MS = 15_000;

/** The minute of a moment that a link names: a slow write is reported after it happened. */
function aroundMoment(at: string | undefined): ViewWindow | undefined {
  const time = Number(at);
  return at === undefined || !Number.isFinite(time) || time <= 0
    ? undefined
    : { from: time - BEFORE_MS, to: time + AFTER_MS };
}
