/** Indexing batches as flames: a group per index, the batch outermost, its steps inside. */
import { flameSpans, placeSteps, type FlameSpan, type TimelineGroup } from '../../charts/timeline/data.ts';
import type { IndexingBatch, IndexingOperation } from '../../protocol/index-performance.ts';
import { isRunning, stepKind, type BatchesByIndex, type StepKind } from '../../protocol/indexing-batches.ts';
import { parseServerDate } from '../../protocol/server-date.ts';

/** Numbers of flame groups start above those of recordings. */
const FIRST_GROUP = 10_000_000;

/** Colours of this timeline: storage like the journal, merges like syncs, reduce steps like compression. */
const tones: Readonly<Record<StepKind, number>> = { storage: 0, map: 1, merge: 2, reduce: 3 };

export function indexingGroups(batches: BatchesByIndex): readonly TimelineGroup[] {
  return [...batches]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, ofIndex], place) => ({
      id: FIRST_GROUP + place,
      key: `indexing|${name}`,
      label: `Indexing ${name}`,
      detail:
        'Time spent per step of each indexing batch. The server does not report when a step starts; steps appear in reported order.',
      shift: 0,
      flame: flameSpans([...ofIndex.values()].flatMap(spansOf)),
    }));
}

function spansOf(batch: IndexingBatch): readonly FlameSpan[] {
  const start = parseServerDate(batch.Started);
  if (Number.isNaN(start)) return [];
  const counts = `${batch.SuccessCount ?? 0} of ${batch.InputCount ?? 0}${isRunning(batch) ? ', running' : ''}`;
  const steps = placeSteps<IndexingOperation>(batch.Details?.Operations ?? [], start, {
    ms: ({ DurationInMs }) => DurationInMs,
    inner: ({ Operations }) => Operations ?? [],
  });
  return [
    {
      start,
      end: start + batch.DurationInMs,
      depth: 0,
      name: `Batch ${batch.Id} (${counts})`,
      tone: 0,
      failed: (batch.FailedCount ?? 0) > 0,
    },
    ...steps.map(({ step, start: from, end, depth }) => ({
      ...{ start: from, end, depth, name: step.Name, tone: tones[stepKind(step.Name)] },
      failed: false,
    })),
  ];
}
