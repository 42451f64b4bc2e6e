/** One state for all sources: what the badge shows. Pure. */
import type { FeedStatus } from '../../protocol/follow.ts';
import type { OverviewRecorder } from './recorder.ts';
import { SILENT_MS } from './reported.ts';

/** The source with the most figures: the dashboard feed, or the threads of the sandbox. */
function mainSource(recorder: OverviewRecorder) {
  return recorder.sources.get('dashboard') ?? recorder.sources.get('threads');
}

/** A live feed that is silent counts as lost. */
export function feedStatus(recorder: OverviewRecorder, now: number): FeedStatus {
  const main = mainSource(recorder);
  if (!main) return { kind: 'connecting' };
  const silentSince = main.lastAt ?? main.liveSince ?? now;
  if (main.status.kind === 'live' && now - silentSince > SILENT_MS) return { kind: 'reconnecting' };
  return main.status;
}

/** The error of the main source; undefined while it works or is reconnected. */
export function feedFailure(recorder: OverviewRecorder): unknown {
  const status = mainSource(recorder)?.status;
  return status?.kind === 'failed' ? status.error : undefined;
}

/** When the main source delivered last; null: never. */
export function lastUpdate(recorder: OverviewRecorder): number | null {
  return mainSource(recorder)?.lastAt ?? null;
}
