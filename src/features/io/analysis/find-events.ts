/**
 * Finds events by file, environment, kind, size and duration, sorted by time. The count is exact, the list is
 * limited.
 */
import type { EventRef, ViewWindow } from '../../../charts/timeline/data.ts';
import { ioKinds } from '../io-kinds.ts';
import type { IoRecording } from '../io-recording.ts';
import { ROWS_PER_SLICE } from './in-slices.ts';

export interface FindQuery {
  /** Part of the name or path of a file or environment, not case-sensitive. */
  readonly text: string;
  /** -1: any. */
  readonly kind: number;
  readonly atLeastBytes: number;
  readonly atLeastMs: number;
}
export const emptyQuery: FindQuery = { text: '', kind: -1, atLeastBytes: 0, atLeastMs: 0 };

export const isEmptyQuery = ({ text, kind, atLeastBytes, atLeastMs }: FindQuery): boolean =>
  text.trim() === '' && kind === -1 && atLeastBytes <= 0 && atLeastMs <= 0;

export interface FoundEvents {
  readonly count: number;
  readonly hits: readonly EventRef[];
}

/** The list limit; the count is exact. */
export const MAX_HITS = 10_000;

export function* findEvents(
  recording: IoRecording,
  query: FindQuery,
  range: ViewWindow | undefined,
): Generator<undefined, FoundEvents> {
  const words = query.text.trim().toLowerCase();
  const hits: (EventRef & { readonly time: number })[] = [];
  let count = 0;
  for (const { id, shift, label, detail } of recording.groups()) {
    const extent = words === '' || `${label}\n${detail ?? ''}`.toLowerCase().includes(words);
    const files = recording.environments[id]?.files ?? [];
    const inFile = files.map(({ name }) => extent || name.toLowerCase().includes(words));
    if (!extent && !inFile.some(Boolean)) continue;
    for (const kind of ioKinds.keys()) {
      if (query.kind !== -1 && query.kind !== kind) continue;
      const lane = recording.store.lane(id, kind);
      if (!lane) continue;
      const { duration, size, source } = lane.rows;
      const from = range ? lane.firstAtOrAfter(range.from - shift) : 0;
      const to = range ? lane.firstAtOrAfter(range.to - shift) : lane.length;
      for (let row = from; row < to; row++) {
        if (row % ROWS_PER_SLICE === 0) yield;
        if ((size[row] ?? 0) < query.atLeastBytes || (duration[row] ?? 0) < query.atLeastMs) continue;
        if (inFile[source[row] ?? 0] !== true) continue;
        count++;
        if (hits.length < MAX_HITS) hits.push({ lane, row, time: lane.start(row) + shift });
      }
    }
  }
  return { count, hits: hits.sort((a, b) => a.time - b.time) };
}
