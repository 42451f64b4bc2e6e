/** Batches as groups of the timeline, and the window that shows all of them. Pure. */
import {
  findFlamePauses,
  flameExtent,
  flameSpans,
  PauseList,
  placeSteps,
  type FlameSpan,
  type FlameSpans,
  type TimelineGroup,
  type TimelineKind,
  type ViewWindow,
} from '../../../charts/timeline/data.ts';
import type { IndexingOperation } from '../../../protocol/index-performance.ts';
import { isRunning, stepKind, type StepKind } from '../../../protocol/indexing-batches.ts';
import { formatCount } from '../../../ui/index.ts';
import type { BatchGroup, RecordedBatch } from './batch-model.ts';

/** The colours by place: `tone` of a span selects one. */
const tones: readonly ('batch' | StepKind)[] = ['batch', 'map', 'reduce', 'storage', 'merge'];

const toneLabels: Readonly<Record<'batch' | StepKind, string>> = {
  batch: 'Batch',
  map: 'Map and other work',
  reduce: 'Reduce',
  storage: 'Storage and commit',
  merge: 'Merge and flush',
};

export function batchKinds(colours: Readonly<Record<'batch' | StepKind, string>>): readonly TimelineKind[] {
  return tones.map((tone, id) => ({
    ...{ id, label: toneLabels[tone], colour: colours[tone] },
    always: false,
    from: 0,
    to: 1,
  }));
}

export function timelineGroups(groups: readonly BatchGroup[]): readonly TimelineGroup[] {
  return groups.map(({ index, batches }, id) => ({
    ...{ id, label: index },
    key: index,
    detail: `${index}: the server reports how long steps took, not when they started. They appear in reported order.`,
    shift: 0,
    flame: flameOf(batches),
  }));
}

/** A live frame changes few indexes, and an index can have a hundred thousand spans. */
const flames = new WeakMap<readonly RecordedBatch[], FlameSpans>();

function flameOf(batches: readonly RecordedBatch[]): FlameSpans {
  let made = flames.get(batches);
  if (made === undefined) {
    made = flameSpans(batches.flatMap(spansOf));
    flames.set(batches, made);
  }
  return made;
}

function spansOf({ key, start, end, batch }: RecordedBatch): readonly FlameSpan[] {
  if (Number.isNaN(start)) return [];
  const steps = placeSteps<IndexingOperation>(batch.Details?.Operations ?? [], start, {
    ms: ({ DurationInMs }) => DurationInMs,
    inner: ({ Operations }) => Operations ?? [],
  });
  return [
    {
      ...{ start, end, item: key },
      depth: 0,
      name: `${batch.Id}: ${batchCounts(batch)}`,
      tone: tones.indexOf('batch'),
      failed: (batch.FailedCount ?? 0) > 0,
    },
    ...steps.map(({ step, start: from, end: to, depth }) => ({
      ...{ start: from, end: to, depth, item: key, name: step.Name },
      tone: tones.indexOf(stepKind(step.Name)),
      failed: false,
    })),
  ];
}

/** `400 in, 5 out`. */
export function batchCounts(batch: RecordedBatch['batch']): string {
  const counts = `${formatCount(batch.InputCount ?? 0)} in, ${formatCount(batch.OutputCount ?? 0)} out`;
  return isRunning(batch) ? `${counts}, running` : counts;
}

/**
 * Batches take milliseconds and are minutes apart, so the gaps between them are folded: those longer than about a
 * twentieth of all indexing time, rounded to a power of ten so that the next batch rarely changes it.
 */
export function batchPauses(groups: readonly TimelineGroup[]): PauseList {
  const total = groups
    .flatMap(({ flame }) => flame?.spans ?? [])
    .reduce((sum, { depth, start, end }) => (depth === 0 ? sum + end - start : sum), 0);
  if (total <= 0) return PauseList.none;
  const threshold = 10 ** Math.ceil(Math.log10(total / 20));
  return findFlamePauses(groups, Math.min(60_000, Math.max(1, threshold)));
}

/** All batches with a margin of the visible time on both sides, so that folded pauses do not widen it. */
export function batchExtent(groups: readonly TimelineGroup[], pauses: PauseList): ViewWindow {
  const extents = groups.flatMap(({ flame }) => (flame ? [flameExtent(flame)] : []));
  const from = extents.reduce((first, each) => Math.min(first, each.from), Number.POSITIVE_INFINITY);
  const to = extents.reduce((last, each) => Math.max(last, each.to), Number.NEGATIVE_INFINITY);
  if (!(to >= from)) return { from: 0, to: 1000 };
  const margin = Math.max(1, pauses.fold(to) - pauses.fold(from)) * 0.02;
  return { from: from - margin, to: to + margin };
}
