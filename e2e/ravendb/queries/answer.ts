/** The response of a server to a query, reduced to what is comparable: ids, members, order, totals. */
import { z } from 'zod';
import { fetchJson, sendJson } from '../json-request.ts';
import type { QueryCase } from './query-case.ts';
import { counters, documents, index } from './documents.ts';
import { indexes } from './indexes.ts';

const answer = z.object({
  TotalResults: z.number(),
  Results: z.array(z.record(z.string(), z.unknown())),
  Includes: z.record(z.string(), z.unknown()),
  CounterIncludes: z.record(z.string(), z.unknown()).optional(),
  IncludedCounterNames: z.record(z.string(), z.unknown()).optional(),
  RevisionIncludes: z.array(z.object({ Id: z.string() })).optional(),
  /** Results with fragments; their exact cut is implementation-defined. */
  Highlightings: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});

const timedAnswer = z.object({ IndexName: z.string(), Timings: z.record(z.string(), z.unknown()) });
export type TimedAnswer = z.infer<typeof timedAnswer>;

/** The compared part: results that tie are grouped and sorted by text. */
export interface Compared {
  readonly total: number;
  readonly results: readonly (readonly string[])[];
  readonly includes: readonly string[];
  readonly extras: unknown;
}

/** A server with a database. */
export class Server {
  readonly #url: string;
  readonly #database: string;
  readonly #settings: Readonly<Record<string, string>>;

  /** `settings` are those of the database that `create` creates. */
  constructor(url: string, database: string, settings: Readonly<Record<string, string>> = {}) {
    this.#url = url;
    this.#database = database;
    this.#settings = settings;
  }

  async create(): Promise<void> {
    await this.#send('PUT', `/admin/databases?name=${this.#database}`, {
      DatabaseName: this.#database,
      Settings: this.#settings,
    });
    const commands = documents.map(([collection, { Id, ...members }]) => ({
      Id,
      Type: 'PUT',
      ChangeVector: null,
      Document: { ...members, '@metadata': { '@collection': collection } },
    }));
    await this.#send('POST', `/databases/${this.#database}/bulk_docs`, { Commands: commands });
    await this.#send('POST', `/databases/${this.#database}/counters`, { Documents: counters });
    await this.#send('PUT', `/databases/${this.#database}/admin/indexes`, { Indexes: [index, ...indexes] });
  }

  async remove(): Promise<void> {
    await this.#send('DELETE', '/admin/databases', { DatabaseNames: [this.#database], HardDelete: true });
  }

  async ask({ query, parameters, ties }: QueryCase): Promise<Compared> {
    const body = { Query: query, QueryParameters: parameters ?? {}, WaitForNonStaleResults: true };
    const sent = await this.#send('POST', `/databases/${this.#database}/queries`, body);
    const { TotalResults, Results, Includes, ...extras } = answer.parse(sent);
    return {
      total: TotalResults,
      results: inTies(Results, ties ?? []),
      includes: Object.keys(Includes).sort(),
      extras: {
        counters: extras.CounterIncludes,
        counterNames: extras.IncludedCounterNames,
        revisions: extras.RevisionIncludes?.map(({ Id }) => Id),
        highlightings: Object.entries(extras.Highlightings ?? {}).map(
          ([field, found]) => [field, Object.keys(found).sort()] as const,
        ),
      },
    };
  }

  /** The index and the timings of a query that includes them. */
  async timingsOf(query: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<TimedAnswer> {
    const body = { Query: query, QueryParameters: parameters, WaitForNonStaleResults: true };
    return timedAnswer.parse(await this.#send('POST', `/databases/${this.#database}/queries`, body));
  }

  /** `7.1.5`. */
  async version(): Promise<string> {
    return z.object({ FullVersion: z.string() }).parse(await this.#send('GET', '/build/version')).FullVersion;
  }

  /** The response to a query that must not create an index: the status and the type of the error. */
  async askWithoutNewIndex(query: string): Promise<{ status: number; type: string | undefined }> {
    const path = `/databases/${this.#database}/queries?disableAutoIndexCreation=true`;
    const reply = await fetchJson(this.#url, 'POST', path, { Query: query });
    const { Type } = z.object({ Type: z.string().optional() }).parse(await reply.json());
    return { status: reply.status, type: Type };
  }

  #send(method: string, path: string, body?: unknown): Promise<unknown> {
    return sendJson(this.#url, method, path, body);
  }
}

/** Neighbours with equal members of `ties` are grouped and sorted: their order is undefined. */
function inTies(results: readonly Record<string, unknown>[], ties: readonly string[]): string[][] {
  const groups: string[][] = [];
  let before: string | undefined;
  for (const result of results) {
    const key = ties.length === 0 ? undefined : JSON.stringify(ties.map((member) => result[member] ?? null));
    const last = groups.at(-1);
    if (last !== undefined && key !== undefined && key === before) last.push(shown(result));
    else groups.push([shown(result)]);
    before = key;
  }
  return groups.map((group) => group.sort());
}

/**
 * A document is its id; a projection or a group its members, with the id if it has one; a facet has no metadata.
 */
function shown(result: Record<string, unknown>): string {
  const { '@metadata': metadata = {}, ...members } = result;
  const known = z
    .object({ '@id': z.string().optional(), '@projection': z.boolean().optional() })
    .parse(metadata);
  if (known['@id'] !== undefined && known['@projection'] !== true) return known['@id'];
  return JSON.stringify([known['@id'] ?? null, rounded(members)]);
}

/** The last digits of a distance depend on the processor. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(12));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}
