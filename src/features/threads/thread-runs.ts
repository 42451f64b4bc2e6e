/** The activity of each thread over the captures: equal neighbours form one run. Pure. */
import { idleReason } from './idle-waits.ts';
import type { TimedCapture } from './merge-captures.ts';

export type RunKind = 'busy' | 'idle' | 'absent';

export interface ThreadRun {
  /** Indices of the first and last capture. */
  readonly first: number;
  readonly last: number;
  readonly kind: RunKind;
  /** The innermost own frame, else the innermost, else the wait reason. */
  readonly label: string;
  /** The stack of the first capture of the run. */
  readonly frames: readonly string[];
}

export interface ThreadLane {
  readonly id: number;
  readonly node: string | null;
  readonly name: string;
  readonly runs: readonly ThreadRun[];
  /** Captures in which it was active. */
  readonly busy: number;
}

/** Busiest first, then by number of changes, then by id. */
export function threadLanes(
  series: readonly TimedCapture[],
  isOwn: (frame: string) => boolean,
): ThreadLane[] {
  const lanes = new Map<
    string,
    { id: number; node: string | null; name: string; stacks: (readonly string[] | undefined)[] }
  >();
  series.forEach(({ capture }, index) => {
    const names = new Map(capture.threads.map((thread) => [thread.id, thread.name]));
    for (const group of capture.groups)
      for (const id of group.threadIds) {
        const key = `${group.node ?? ''}/${id}`;
        let lane = lanes.get(key);
        if (!lane) lanes.set(key, (lane = { id, node: group.node, name: '', stacks: [] }));
        lane.name = names.get(id) ?? lane.name;
        lane.stacks[index] = group.frames;
      }
  });
  return [...lanes.values()]
    .map(({ id, node, name, stacks }) => {
      const runs = runsOf(stacks, series.length, isOwn);
      const busy = runs.reduce((sum, run) => sum + (run.kind === 'busy' ? run.last - run.first + 1 : 0), 0);
      return { id, node, name, runs, busy };
    })
    .sort((a, b) => b.busy - a.busy || b.runs.length - a.runs.length || a.id - b.id);
}

function runsOf(
  stacks: readonly (readonly string[] | undefined)[],
  captures: number,
  isOwn: (frame: string) => boolean,
): ThreadRun[] {
  const runs: ThreadRun[] = [];
  for (let at = 0; at < captures; at++) {
    const frames = stacks[at];
    const seen = frames === undefined ? absent : described(frames, isOwn);
    const open = runs.at(-1);
    if (open?.kind === seen.kind && open.label === seen.label) runs[runs.length - 1] = { ...open, last: at };
    else runs.push({ ...seen, first: at, last: at, frames: frames ?? [] });
  }
  return runs;
}

const absent = { kind: 'absent' as const, label: 'not running' };

function described(frames: readonly string[], isOwn: (frame: string) => boolean) {
  const reason = idleReason(frames);
  if (reason !== null) return { kind: 'idle' as const, label: reason };
  return { kind: 'busy' as const, label: frames.find(isOwn) ?? frames[0] ?? 'no frames could be read' };
}
