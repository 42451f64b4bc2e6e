/** What a server does besides I/O: input of the lanes and of the attribution of slow writes. */
import type { GcPause } from '../../../protocol/gc-events.ts';
import type { BatchesByIndex } from '../../../protocol/indexing-batches.ts';
import { parseServerDate } from '../../../protocol/server-date.ts';
import type { Period } from '../analysis/busy-times.ts';
import type { ActivityPeriods } from '../analysis/concurrent-activity.ts';
import type { RequestSecond, SlowQuery } from './request-seconds.ts';

export interface ServerActivity {
  readonly pauses: readonly GcPause[];
  readonly queries: readonly SlowQuery[];
  readonly seconds: readonly RequestSecond[];
}
export const noActivity: ServerActivity = { pauses: [], queries: [], seconds: [] };

/** What can overlap a write, with the words of the findings. Collections of each generation are separate. */
export function activityPeriods(
  { pauses, queries }: ServerActivity,
  batches: BatchesByIndex,
): readonly ActivityPeriods[] {
  const generations = [...new Set(pauses.map(({ generation }) => generation))].sort(
    (a, b) => (b ?? -1) - (a ?? -1),
  );
  const found = generations.map((generation): ActivityPeriods => {
    const suffix = generation === null ? 'of an unknown generation' : `of generation ${generation}`;
    return {
      id: `gc${generation ?? ''}`,
      one: `a GC pause ${suffix}`,
      many: `GC pauses ${suffix}`,
      advice: 'See Memory for the size of the managed heap and the garbage collections.',
      periods: pauses
        .filter((each) => each.generation === generation)
        .map(({ start, end }) => ({ from: start, to: end })),
    };
  });
  const batchPeriods = [...batches.values()].flatMap((ofIndex) =>
    [...ofIndex.values()].flatMap(({ Started, DurationInMs }): Period[] => {
      const from = parseServerDate(Started);
      return Number.isNaN(from) ? [] : [{ from, to: from + DurationInMs }];
    }),
  );
  return [
    ...found,
    {
      id: 'indexing',
      one: 'an indexing batch',
      many: 'indexing batches',
      advice: 'Indexes compete with writes for the disk or the processor; see Indexes for their batches.',
      periods: batchPeriods,
    },
    {
      id: 'query',
      one: 'a slow query',
      many: 'slow queries',
      advice: 'The queries compete with writes for the disk or the processor; see Activity for their texts.',
      periods: queries.map(({ start, end }) => ({ from: start, to: end })),
    },
  ].filter(({ periods }) => periods.length > 0);
}
