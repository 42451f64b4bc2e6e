/** Compares two recordings: statistics per environment and kind, and their changes. */
import type { ViewWindow } from '../../../charts/timeline/data.ts';
import { environmentLabel, environmentRank } from '../environment-label.ts';
import type { IoRecording, RecordedSource } from '../io-recording.ts';
import { statisticsOf, type KindStatistics } from './io-statistics.ts';

export interface ComparedRow {
  /** The environment name, common to both. */
  readonly name: string;
  readonly kind: KindStatistics['kind'];
  readonly a: KindStatistics | undefined;
  readonly b: KindStatistics | undefined;
}

/** First start and last end of a source by its own clock; undefined without events. */
export function extentOf({ environments, store }: IoRecording, source: number): ViewWindow | undefined {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const environment of environments) {
    if (environment.source !== source) continue;
    for (let kind = 0; kind < 256; kind++) {
      const lane = store.lane(environment.id, kind);
      if (!lane || lane.length === 0) continue;
      from = Math.min(from, lane.start(0));
      to = Math.max(to, lane.pyramid.latestEnd);
    }
  }
  return to >= from ? { from, to } : undefined;
}

/** The shift of b's clock that makes both start at the same time. */
export function shiftToAlign(recording: IoRecording, a: number, b: number): number {
  const first = extentOf(recording, a);
  const second = extentOf(recording, b);
  return first && second ? first.from - second.from : 0;
}

/** Over the same range of both, with the current shift. */
export function* compareRecordings(
  recording: IoRecording,
  a: RecordedSource,
  b: RecordedSource,
  range: ViewWindow,
): Generator<undefined, readonly ComparedRow[]> {
  const ofA = yield* statisticsByName(recording, a, range);
  const ofB = yield* statisticsByName(recording, b, range);
  const names = [...new Map([...ofA, ...ofB].map(([name, { rank }]) => [name, rank]))].sort(
    (x, y) => x[1] - y[1] || x[0].localeCompare(y[0]),
  );
  return names.flatMap(([name]) => {
    const left = ofA.get(name)?.rows ?? [];
    const right = ofB.get(name)?.rows ?? [];
    return (left.length > 0 ? left : right).flatMap(({ kind }, place) => {
      const row = { name, kind, a: left[place], b: right[place] };
      return (row.a?.count ?? 0) + (row.b?.count ?? 0) > 0 ? [row] : [];
    });
  });
}

interface NamedStatistics {
  readonly rank: number;
  readonly rows: readonly KindStatistics[];
}

function* statisticsByName(
  recording: IoRecording,
  source: RecordedSource,
  range: ViewWindow,
): Generator<undefined, Map<string, NamedStatistics>> {
  const found = new Map<string, NamedStatistics>();
  for (const { id, type, path, source: owner } of recording.environments) {
    if (owner !== source.id) continue;
    const groups = [{ id, shift: source.shift }];
    found.set(environmentLabel(type, path), {
      rank: environmentRank(type),
      rows: yield* statisticsOf(recording.store, groups, range),
    });
  }
  return found;
}

/** `+38 %`, `−12 %`, `new`, `gone`, `same`: the change from a to b. */
export function changeText(a: number, b: number): string {
  if (a === b) return 'same';
  if (a === 0) return 'new';
  if (b === 0) return 'gone';
  const change = (b - a) / a;
  if (Math.abs(change) >= 9.995)
    return `${change > 0 ? '×' : '÷'} ${(change > 0 ? b / a : a / b).toFixed(1)}`;
  const percent = Math.abs(change) * 100;
  return `${change > 0 ? '+' : '−'}${percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} %`;
}
