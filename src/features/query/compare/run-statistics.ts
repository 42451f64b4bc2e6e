/** Times of repeated runs, and the differences of their results. Pure. */
import { isJsonObject, type JsonObject } from '../../../protocol/queries.ts';
import { documentId } from '../results/result-columns.ts';

export interface RunSample {
  /** As the server measured it, in whole ms on RavenDB. */
  readonly serverMs: number;
  readonly roundTripMs: number;
}

/** Runs of one kind on one side. */
export interface Series {
  /** On the server, or with the network where the server measured nothing. */
  readonly server: Times;
  readonly roundTrip: Times;
}

export interface Times {
  /** The first run, which may read from disk and build caches. */
  readonly first: number;
  /** Of the other runs; null without any. */
  readonly p50: number | null;
  readonly p95: number | null;
}

/** Null without a run. */
export function seriesOf(samples: readonly RunSample[]): Series | null {
  const server = timesOf(samples.map(({ serverMs }) => serverMs));
  const roundTrip = timesOf(samples.map(({ roundTripMs }) => roundTripMs));
  return server && roundTrip && { server, roundTrip };
}

export function timesOf(samples: readonly number[]): Times | null {
  const [first, ...later] = samples;
  if (first === undefined) return null;
  const sorted = [...later].sort((a, b) => a - b);
  return { first, p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
}

/** The nearest rank: a time that was measured. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

export interface ResultDifference {
  readonly onlyBefore: number;
  readonly onlyAfter: number;
  /** The same id with other members; metadata is not compared. */
  readonly changed: number;
  readonly same: number;
  /** Whether the common rows are in the same order. */
  readonly sameOrder: boolean;
}

/**
 * Rows are compared by id; those without one (groups, projections) by their members. `ignored` are paths, also through lists:
 * a masked copy has other values there.
 */
export function compareResults(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  ignored: readonly string[] = [],
): ResultDifference {
  const ones = keyed(before, ignored);
  const others = keyed(after, ignored);
  const common = [...ones.keys()].filter((key) => others.has(key));
  const changed = common.filter((key) => ones.get(key) !== others.get(key)).length;
  const order = [...others.keys()].filter((key) => ones.has(key));
  return {
    onlyBefore: ones.size - common.length,
    onlyAfter: others.size - common.length,
    changed,
    same: common.length - changed,
    sameOrder: common.every((key, index) => order[index] === key),
  };
}

/** Keys to the texts of members. Equal rows without an id are counted, so that both sides must have as many. */
function keyed(rows: readonly JsonObject[], ignored: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const seen = new Map<string, number>();
  for (const row of rows) {
    const text = membersText(row, ignored);
    const id = documentId(row);
    const base = id === null ? `row ${text}` : `id ${id}`;
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    found.set(`${base} ${count}`, text);
  }
  return found;
}

function membersText(row: JsonObject, ignored: readonly string[]): string {
  return JSON.stringify(
    Object.entries(ignored.reduce<unknown>(withoutPath, row) ?? {})
      .filter(([name]) => name !== '@metadata')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** A name can contain dots itself. */
function withoutPath(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutPath(each, path));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name === path
        ? []
        : [[name, path.startsWith(`${name}.`) ? withoutPath(member, path.slice(name.length + 1)) : member]],
    ),
  );
}

export function isEqual({ onlyBefore, onlyAfter, changed }: ResultDifference): boolean {
  return onlyBefore + onlyAfter + changed === 0;
}
