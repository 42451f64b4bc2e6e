/** Garbage collections, slow queries and requests as lanes below the axis of the I/O timeline. */
import { flameSpans, type FlameSpan, type TimelineGroup } from '../../../charts/timeline/data.ts';
import { formatCount, formatMs, pluralize } from '../../../ui/index.ts';
import { COMPRESSION, FLUSH, SYNC } from '../io-kinds.ts';
import { SLOW_QUERY_MS } from './request-seconds.ts';
import type { ServerActivity } from './server-activity.ts';

/** Numbers of these groups are between those of recordings and those of indexing batches. */
const FIRST_GROUP = 9_000_000;
/** More queries at once share the last row. */
const MAX_ROWS = 5;

interface Lane {
  readonly key: string;
  readonly label: string;
  readonly spansLabel: string;
  readonly detail: string;
  readonly spans: readonly FlameSpan[];
}

/** A lane without any event is left out. */
export function activityLanes(activity: ServerActivity): readonly TimelineGroup[] {
  const lanes: readonly Lane[] = [
    {
      key: 'activity|gc',
      label: 'GC pauses',
      spansLabel: 'By generation',
      detail: 'All managed threads of the server are paused. Brighter is a higher generation.',
      spans: gcSpans(activity),
    },
    {
      key: 'activity|queries',
      label: 'Slow queries',
      spansLabel: 'Queries',
      detail: `Queries of all databases that took ${SLOW_QUERY_MS} ms or longer.`,
      spans: querySpans(activity),
    },
    {
      key: 'activity|requests',
      label: 'Requests p99',
      spansLabel: 'Per second',
      detail:
        'Durations of the requests of each second, all databases. Brighter is a longer 99th percentile.',
      spans: requestSpans(activity),
    },
  ];
  return lanes.flatMap(({ spans, ...lane }, place) =>
    spans.length === 0 ? [] : [{ ...lane, id: FIRST_GROUP + place, shift: 0, flame: flameSpans(spans) }],
  );
}

function gcSpans({ pauses }: ServerActivity): FlameSpan[] {
  return pauses.map(({ start, end, generation, reason }) => ({
    ...{ start, end, depth: 0, tone: SYNC, failed: false },
    level: generation === null ? 0 : Math.min(1, generation / 2),
    name: [
      generation === null ? 'GC pause' : `Generation ${generation}`,
      formatMs(end - start),
      ...(reason === null ? [] : [reason]),
    ].join(' · '),
  }));
}

/** Each in the first row that is free when it starts. */
function querySpans({ queries }: ServerActivity): FlameSpan[] {
  const ends: number[] = [];
  return [...queries]
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, database, query }) => {
      const free = ends.findIndex((each) => each <= start);
      const depth = free >= 0 ? free : Math.min(ends.length, MAX_ROWS - 1);
      ends[depth] = Math.max(ends[depth] ?? 0, end);
      return {
        ...{ start, end, depth, tone: FLUSH, failed: false, level: 0.8 },
        name: `${formatMs(end - start)} · ${database} · ${query}`,
      };
    });
}

function requestSpans({ seconds }: ServerActivity): FlameSpan[] {
  const largest = seconds.reduce((most, { p99 }) => Math.max(most, p99), 0);
  return seconds.map(({ at, count, failed, p50, p99, max }) => ({
    ...{ start: at, end: at + 1000, depth: 0, tone: COMPRESSION, failed: failed > 0 },
    level: largest === 0 ? 0 : p99 / largest,
    name: [
      formatMs(p99),
      `p50 ${formatMs(p50)}`,
      `longest ${formatMs(max)}`,
      pluralize(count, 'request'),
      ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ].join(' · '),
  }));
}
