/**
 * The garbage collections of a server with their times. The server reports them only while a request waits, so requests
 * follow each other; what happens between two of them is not reported.
 */
import { z } from 'zod';
import type { ServerClient } from './client.ts';
import { pause } from './pause.ts';
import { parseServerDate } from './server-date.ts';

const PATH = '/admin/debug/memory/gc-events';
const FIRST_SECONDS = 1;
const SECONDS = 5;
/** A server that answers without waiting is not asked more often than this. */
const SHORTEST_ROUND_MS = 1_000;

const event = z.looseObject({
  Type: z.string(),
  Start: z.string(),
  End: z.string(),
  Generation: z.number().nullish().catch(null),
  Reason: z.string().nullish().catch(null),
});
const answer = z.looseObject({ Events: z.array(z.unknown()).nullish().catch(null) });

/** A time in which all threads of the server that run managed code stand still. */
export interface GcPause {
  /** Milliseconds since 1970, on the clock of the server. */
  readonly start: number;
  readonly end: number;
  /** Null when the collection was not reported with its pause. */
  readonly generation: number | null;
  /** The server's word for the cause: `AllocSmall`, `Induced`. */
  readonly reason: string | null;
}

interface TimedEvent {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly generation: number | null;
  readonly reason: string | null;
}

/**
 * A pause lasts from the start of a suspension to the end of the restart after it. A background collection works between
 * its pauses, so its own duration is not a pause. A pause that is only partly reported is left out.
 */
export function readGcPauses(raw: unknown): readonly GcPause[] {
  const events = (answer.safeParse(raw).data?.Events ?? [])
    .flatMap((each): TimedEvent[] => {
      const read = event.safeParse(each).data;
      if (!read) return [];
      const [start, end] = [parseServerDate(read.Start), parseServerDate(read.End)];
      if (Number.isNaN(start) || Number.isNaN(end) || end < start) return [];
      return [
        { type: read.Type, start, end, generation: read.Generation ?? null, reason: read.Reason ?? null },
      ];
    })
    .sort((a, b) => a.start - b.start);
  const collections = events.filter(({ type }) => type === 'GC');
  const pauses: GcPause[] = [];
  let suspended: number | undefined;
  for (const { type, start, end } of events) {
    if (type === 'GCSuspend') suspended = start;
    if (type !== 'GCRestart' || suspended === undefined) continue;
    const from = suspended;
    suspended = undefined;
    // A short collection can run inside a background one; the one that starts last is the cause.
    const own = collections.filter((each) => each.start <= end && each.end >= from).at(-1);
    pauses.push({ start: from, end, generation: own?.generation ?? null, reason: own?.reason ?? null });
  }
  return pauses;
}

/** New pauses every five seconds, also none; ends with the error of a refused request. */
export async function* watchGcPauses(
  server: ServerClient,
  signal: AbortSignal,
): AsyncGenerator<readonly GcPause[]> {
  for (let seconds = FIRST_SECONDS; !signal.aborted; seconds = SECONDS) {
    const before = Date.now();
    const raw = await server.read(z.unknown(), 'GET', PATH, {
      query: { delay: seconds },
      timeoutMs: (seconds + 30) * 1_000,
      signal,
    });
    yield readGcPauses(raw);
    const rest = SHORTEST_ROUND_MS - (Date.now() - before);
    if (rest > 0) await pause(rest, signal);
  }
}
