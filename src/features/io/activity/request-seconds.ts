/** The requests of a server, summarized per second while they arrive. */
import type { TrafficItem } from '../../../protocol/traffic.ts';

export interface RequestSecond {
  /** Start of the second in milliseconds since 1970. */
  readonly at: number;
  readonly count: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface SlowQuery {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly database: string;
  readonly query: string;
}

/** Half an hour. */
const MAX_SECONDS = 1_800;
const MAX_QUERIES = 2_000;
/** Shorter queries are not shown one by one. */
export const SLOW_QUERY_MS = 50;
/** A socket is reported at its end, with the time that it was open. */
const SWITCHING_PROTOCOLS = 101;
/** A second is complete when a request of this much later arrived. */
const LATE_MS = 2_000;

/** Requests that wait on purpose, such as the one that reports garbage collections. */
const WAITS = /[?&]delay=\d/;

interface OpenSecond {
  readonly durations: number[];
  failed: number;
}

export class RequestSeconds {
  private readonly open = new Map<number, OpenSecond>();
  private done: RequestSecond[] = [];
  private readonly slow = new Map<string, SlowQuery>();
  private count = 0;

  /** The time of an item is the end of its request. */
  add({ at, method, status, elapsedMs, kind, database, info, path }: TrafficItem): void {
    if (Number.isNaN(at) || elapsedMs === null || method === 'TCP' || status === SWITCHING_PROTOCOLS) return;
    if (WAITS.test(path)) return;
    const second = Math.floor(at / 1000) * 1000;
    const own = this.open.get(second) ?? { durations: [], failed: 0 };
    this.open.set(second, own);
    own.durations.push(elapsedMs);
    if (status !== null && status >= 400) own.failed++;
    for (const [start, each] of this.open) if (start + LATE_MS < second) this.close(start, each);
    if (kind === 'Queries' && elapsedMs >= SLOW_QUERY_MS)
      this.addQuery({
        key: `request ${++this.count}`,
        start: at - elapsedMs,
        end: at,
        database: database ?? '',
        query: info ?? path,
      });
  }

  /** Replaces the query with the same key: a running one grows. */
  addQuery(query: SlowQuery): void {
    this.slow.set(query.key, query);
    const [oldest] = this.slow.keys();
    if (this.slow.size > MAX_QUERIES && oldest !== undefined) this.slow.delete(oldest);
  }

  get seconds(): readonly RequestSecond[] {
    const open = [...this.open].map(([at, each]) => summary(at, each));
    return [...this.done, ...open].sort((a, b) => a.at - b.at);
  }

  get queries(): readonly SlowQuery[] {
    return [...this.slow.values()];
  }

  private close(at: number, second: OpenSecond): void {
    this.open.delete(at);
    // A late request of a second that was summarized before adds a second entry, which is honest and rare.
    this.done = [...this.done.slice(1 - MAX_SECONDS), summary(at, second)];
  }
}

function summary(at: number, { durations, failed }: OpenSecond): RequestSecond {
  const sorted = [...durations].sort((a, b) => a - b);
  const rank = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { at, count: sorted.length, failed, p50: rank(0.5), p99: rank(0.99), max: sorted.at(-1) ?? 0 };
}
