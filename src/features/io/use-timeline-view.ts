/** The timeline's view state: window, live following, selected range, cursor; saved with the tab. */
import { useEffect, useMemo, useState } from 'react';
import type { Session } from '../../app/registry/index.ts';
import {
  fitAll,
  PauseList,
  type EventKey,
  type TimelineGroup,
  type ViewWindow,
} from '../../charts/timeline/index.ts';
import { findPauses, flameTimes } from '../../charts/timeline/data.ts';
import { followWindow } from './follow-window.ts';
import { fullExtent } from './full-extent.ts';
import type { IoRecording } from './io-recording.ts';
import { savedView, type IoView } from './view-state.ts';

export interface TimelineView {
  readonly state: IoView;
  readonly change: (part: Partial<IoView>) => void;
  readonly restore: (view: IoView) => void;
  readonly extent: ViewWindow;
  readonly view: ViewWindow;
  readonly moveTo: (view: ViewWindow) => void;
  readonly pauses: PauseList;
  readonly follow: boolean;
  readonly setFollow: (follow: boolean) => void;
  /** Following stopped because the user moved the window. */
  readonly stopped: boolean;
  readonly range: ViewWindow | undefined;
  readonly setRange: (range: ViewWindow | undefined) => void;
  readonly cursor: EventKey | undefined;
  readonly setCursor: (cursor: EventKey | undefined) => void;
}

export function useTimelineView(options: {
  readonly session: Session;
  readonly tabId: string;
  readonly recording: IoRecording;
  readonly version: number;
  readonly groups: readonly TimelineGroup[];
  readonly live: boolean;
  readonly around?: ViewWindow | undefined;
}): TimelineView {
  const { session, tabId, recording, version, groups, live, around } = options;
  const [state, setState] = useState<IoView>(() => {
    const saved = session.readTabState(tabId);
    // What was saved for the tab takes precedence over the link that opened it.
    return saved === undefined && around
      ? { ...savedView(saved), view: around, foldPauses: false }
      : savedView(saved);
  });
  const [following, setFollowing] = useState(live && state.view === undefined);
  const [stopped, setStopped] = useState(false);
  const [cursor, setCursor] = useState<EventKey>();
  const follow = following && live;
  const now = useClock(follow);

  useEffect(() => {
    // Panning changes the view sixty times a second; saving is throttled.
    const timer = setTimeout(() => session.writeTabState(tabId, state), 500);
    return () => clearTimeout(timer);
  }, [session, tabId, state]);

  // The recording is mutable; the version triggers updates.
  /* eslint-disable react-hooks/exhaustive-deps */
  const extent = useMemo(() => fitAll(fullExtent(recording.store, groups)), [recording, version, groups]);
  const pauses = useMemo(
    () =>
      state.foldPauses
        ? findPauses(
            recording.store,
            state.pauseSeconds * 1000,
            new Map(groups.map(({ id, shift }) => [id, shift])),
            flameTimes(groups),
          )
        : PauseList.none,
    [recording, version, groups, state.foldPauses, state.pauseSeconds],
  );
  /* eslint-enable react-hooks/exhaustive-deps */

  const kept = state.view;
  const chosen = kept && pauses.fold(kept.to) - pauses.fold(kept.from);
  const view = follow ? followWindow({ now, chosen, start: extent.from, pauses }) : (kept ?? extent);
  const change = (part: Partial<IoView>): void => setState((old) => ({ ...old, ...part }));

  return {
    state,
    change,
    restore(next) {
      setFollowing(false);
      setStopped(false);
      setState(next);
    },
    extent,
    view,
    moveTo(next) {
      if (follow) setStopped(true);
      setFollowing(false);
      change({ view: next });
    },
    pauses,
    follow,
    setFollow(on) {
      setStopped(false);
      setFollowing(on);
      if (!on) change({ view });
    },
    stopped: stopped && live && !follow,
    range: state.range,
    setRange: (range) => change({ range }),
    cursor,
    setCursor,
  };
}

/** The current time, ten times a second while following. */
function useClock(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const tick = (): void => setNow(Date.now());
    const timer = setInterval(tick, 100);
    tick();
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
