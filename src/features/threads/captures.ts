/**
 * The state of each threads tab: current capture and profile, running ones, and the last few of both to compare.
 * Stored outside of the components, so that a hidden tab keeps it; use-saved-captures.ts saves it for a reload.
 */
import { create } from 'zustand';
import { PortError } from '../../contract/index.ts';
import type { ServerClient } from '../../protocol/client.ts';
import { captureClusterStacks } from '../../protocol/cluster-stacks.ts';
import { pause } from '../../protocol/pause.ts';
import { captureStacks, type StackCapture } from '../../protocol/thread-stacks.ts';
import { mergeCaptures, type TimedCapture } from './merge-captures.ts';

export interface StoredCapture {
  readonly id: number;
  /** `Capture 3`, or a file name. */
  readonly name: string;
  readonly at: number;
  /** A file name, or null for a capture of the server. */
  readonly file: string | null;
  readonly capture: StackCapture;
  /** The unit of counts. */
  readonly unit: 'thread' | 'sample';
  /** The individual captures of a profile. */
  readonly series: readonly TimedCapture[];
}

export type Capture =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'capturing';
      readonly since: number;
      /** Progress of a profile: completed and requested captures. */
      readonly done: number;
      readonly wanted: number;
    }
  | { readonly kind: 'captured'; readonly kept: StoredCapture }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface ProfileOptions {
  readonly count: number;
  readonly everyMs: number;
}

/** A process other than the server's own. */
export interface Target {
  readonly id: number;
  readonly name: string;
}

export interface TabCaptures {
  /** The target of the next capture; null: the server's own process. */
  readonly target: Target | null;
  readonly capture: Capture;
  readonly profile: Capture;
  /** Newest last. */
  readonly kept: readonly StoredCapture[];
}

type Slot = 'capture' | 'profile';

interface Captures {
  readonly byTab: ReadonlyMap<string, TabCaptures>;
  /** Sets the target of later captures. */
  setTarget(tabId: string, target: Target | null): void;
  take(tabId: string, server: ServerClient, threadIds?: readonly number[]): Promise<void>;
  captureCluster(tabId: string, server: ServerClient): Promise<void>;
  profile(tabId: string, server: ServerClient, order: ProfileOptions): Promise<void>;
  /** Cancels a capture; ends a profile with the captures so far. */
  stop(tabId: string, place: Slot): void;
  show(tabId: string, capture: StackCapture, file: string): StoredCapture;
  /** Adds saved captures to a tab that has none yet. */
  restore(tabId: string, saved: Restorable): void;
}

export interface Restorable {
  readonly kept: readonly StoredCapture[];
  /** Ids of the shown ones. */
  readonly capture: number | null;
  readonly profile: number | null;
}

const none: Capture = { kind: 'none' };
export const noCaptures: TabCaptures = { target: null, capture: none, profile: none, kept: [] };
/** A profile holds all its captures, so only a few are kept for comparison. */
const MAX_STORED = 12;
/** A profile does not need CPU use per capture, so the measuring interval is minimal. */
const PROFILE_CPU_SAMPLE_MS = 1;
const underWay = new Map<string, AbortController>();
let lastId = 0;

export const useCaptures = create<Captures>((set, get) => {
  const of = (tabId: string) => get().byTab.get(tabId) ?? noCaptures;
  const put = (tabId: string, change: Partial<TabCaptures>) =>
    set({ byTab: new Map(get().byTab).set(tabId, { ...of(tabId), ...change }) });
  const keep = (tabId: string, what: Omit<StoredCapture, 'id'>): StoredCapture => {
    const kept = { ...what, id: ++lastId };
    put(tabId, { kept: [...of(tabId).kept, kept].slice(-MAX_STORED) });
    return kept;
  };
  const nextName = (tabId: string, unit: StoredCapture['unit']) => {
    const word = unit === 'thread' ? 'Capture' : 'Profile';
    const numbers = of(tabId).kept.map((kept) =>
      Number(new RegExp(`^${word} (\\d+)`).exec(kept.name)?.[1] ?? 0),
    );
    return `${word} ${Math.max(0, ...numbers) + 1}`;
  };

  /** Runs one operation per slot of a tab; a newer one cancels the older, whose result is then ignored. */
  async function run(
    tabId: string,
    place: Slot,
    wanted: number,
    work: (signal: AbortSignal, progress: (done: number) => void) => Promise<Omit<StoredCapture, 'id'>>,
  ) {
    const key = `${place}/${tabId}`;
    underWay.get(key)?.abort();
    const abort = new AbortController();
    underWay.set(key, abort);
    const before = of(tabId)[place];
    const since = performance.now();
    const isCurrent = () => underWay.get(key) === abort;
    const progress = (done: number) => {
      if (isCurrent()) put(tabId, { [place]: { kind: 'capturing', since, done, wanted } });
    };
    progress(0);
    const end = (next: () => Capture) => {
      if (!isCurrent()) return;
      underWay.delete(key);
      put(tabId, { [place]: next() });
    };
    try {
      const what = await work(abort.signal, progress);
      end(() => ({ kind: 'captured', kept: keep(tabId, what) }));
    } catch (error) {
      if (error instanceof PortError && error.code === 'cancelled')
        end(() => (before.kind === 'capturing' ? none : before));
      else end(() => ({ kind: 'failed', error }));
    }
  }

  return {
    byTab: new Map(),
    setTarget: (tabId, target) => put(tabId, { target }),
    take: (tabId, server, threadIds) =>
      run(tabId, 'capture', 1, async (signal) => {
        const { target } = of(tabId);
        const processId = target?.id;
        const capture = await captureStacks(server, {
          ...(threadIds ? { threadIds } : {}),
          processId,
          signal,
        });
        const thread = threadIds?.length === 1 ? `, thread ${threadIds[0] ?? ''}` : '';
        const name = `${nextName(tabId, 'thread')}${thread}${ofProcess(target)}`;
        return { name, at: Date.now(), file: null, capture, unit: 'thread', series: [] };
      }),
    captureCluster: (tabId, server) =>
      run(tabId, 'capture', 1, async (signal) => {
        const capture = await captureClusterStacks(server, { signal });
        const name = `${nextName(tabId, 'thread')}, cluster`;
        return { name, at: Date.now(), file: null, capture, unit: 'thread', series: [] };
      }),
    profile: (tabId, server, order) =>
      run(tabId, 'profile', order.count, async (signal, progress) => {
        const { target } = of(tabId);
        const series = await captureSeries(server, { ...order, processId: target?.id }, signal, progress);
        const capture = mergeCaptures(series, order.everyMs);
        return {
          name: `${nextName(tabId, 'sample')}${ofProcess(target)}`,
          at: series[0]?.at ?? Date.now(),
          file: null,
          capture,
          unit: 'sample',
          series,
        };
      }),
    restore: (tabId, saved) => {
      if (get().byTab.has(tabId)) return;
      const byOldId = new Map(saved.kept.map((each) => [each.id, { ...each, id: ++lastId }]));
      const shown = (id: number | null): Capture => {
        const kept = id === null ? undefined : byOldId.get(id);
        return kept ? { kind: 'captured', kept } : none;
      };
      put(tabId, {
        kept: [...byOldId.values()],
        capture: shown(saved.capture),
        profile: shown(saved.profile),
      });
    },
    stop: (tabId, place) => underWay.get(`${place}/${tabId}`)?.abort(),
    show: (tabId, capture, file) => {
      const isSamples = capture.groups.some((group) => group.count !== group.threadIds.length);
      const kept = keep(tabId, {
        name: file,
        at: Date.now(),
        file,
        capture,
        unit: isSamples ? 'sample' : 'thread',
        series: [],
      });
      put(tabId, { capture: { kind: 'captured', kept } });
      return kept;
    },
  };
});

function ofProcess(target: Target | null): string {
  return target ? `, ${target.name} ${target.id}` : '';
}

/** Runs until the requested number is reached or it is stopped; then returns the captures so far, if any. */
export async function captureSeries(
  server: ServerClient,
  { count, everyMs, processId }: ProfileOptions & { readonly processId?: number | undefined },
  signal: AbortSignal,
  progress: (done: number) => void,
): Promise<TimedCapture[]> {
  const series: TimedCapture[] = [];
  const begun = performance.now();
  while (series.length < count) {
    // The process resumes early; symbolising, especially the first time, takes longer.
    const at = Date.now();
    try {
      const capture = await captureStacks(server, { processId, cpuSampleMs: PROFILE_CPU_SAMPLE_MS, signal });
      series.push({ at, capture });
    } catch (error) {
      const stopped = error instanceof PortError && error.code === 'cancelled';
      if (stopped && series.length > 0) break;
      throw error;
    }
    progress(series.length);
    // At fixed times, not relative to the end of the last capture, so that slow captures do not shift the rest.
    const rest = begun + series.length * everyMs - performance.now();
    if (rest > 0) await pause(rest, signal);
    if (signal.aborted) break;
  }
  return series;
}
