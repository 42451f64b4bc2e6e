import { useMemo } from 'react';
import type { TimelineGroup, ViewWindow } from '../../charts/timeline/index.ts';
import { diskOf } from './analysis/disk-of.ts';
import type { Hint } from './analysis/hint.ts';
import { hintsOf } from './analysis/hints.ts';
import { statisticsOf, type KindStatistics } from './analysis/io-statistics.ts';
import { attributeStalls, type Attribution, type SlowRule } from './analysis/stall-attribution.ts';
import { writeSizesOf } from './analysis/write-sizes.ts';
import { activityPeriods, type ServerActivity } from './activity/server-activity.ts';
import type { BatchesByIndex } from '../../protocol/indexing-batches.ts';
import type { IoRecording } from './io-recording.ts';
import { liveKeyStart } from './io-model.ts';
import { useSliced } from './use-sliced.ts';

export interface Analysis {
  readonly statistics: readonly KindStatistics[];
  readonly attribution: Attribution;
  readonly hints: readonly Hint[];
}

/** Statistics and findings of a range. The previous ones stay while new ones are computed. */
export function useAnalysis(
  recording: IoRecording,
  groups: readonly TimelineGroup[],
  range: ViewWindow,
  rangeKey: string,
  rule: SlowRule,
  /** What else the server does, and the key of its live source; other sources are other servers. */
  others: {
    readonly activity: ServerActivity;
    readonly batches: BatchesByIndex;
    readonly connection: string;
  },
): { readonly analysis: Analysis | undefined; readonly busy: boolean; readonly sharedDisk: boolean } {
  const attributed = useMemo(
    () =>
      groups.map(({ id, shift, detail }) => ({
        id,
        shift,
        withActivity: recording.sourceOf(id)?.key.startsWith(liveKeyStart(others.connection)) ?? false,
        // Two sources are assumed to be two servers with separate disks.
        disk: `${recording.sourceOf(id)?.id ?? ''} ${diskOf(detail ?? '')}`,
      })),
    [recording, groups, others.connection],
  );
  const { value, busy } = useSliced(
    `answers|${rangeKey}|${rule.timesMedian}|${rule.atLeastMs}`,
    function* make() {
      const statistics = yield* statisticsOf(recording.store, groups, range);
      const attribution = yield* attributeStalls(
        recording.store,
        attributed,
        range,
        rule,
        activityPeriods(others.activity, others.batches),
      );
      const sizes = yield* writeSizesOf(recording.store, groups, range);
      return { statistics, attribution, hints: hintsOf(attribution, statistics, sizes) };
    },
  );
  const disks = new Set(attributed.map(({ disk }) => disk));
  return { analysis: value, busy, sharedDisk: disks.size < attributed.length };
}
