/** The members of index definitions that are compared and listed, not edited: maps, reduce, options per field. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

const text = z.string().nullish().catch(null);
const object = z.record(z.string(), z.unknown()).nullish().catch(null);

const definition = z.looseObject({
  Name: z.string(),
  Type: text,
  SourceType: text,
  Maps: z.array(z.string()).nullish().catch(null),
  Reduce: text,
  Fields: z.record(z.string(), object).nullish().catch(null),
  Configuration: object,
  AdditionalSources: object,
  OutputReduceToCollection: text,
  ArchivedDataProcessingBehavior: text,
  CompoundFields: z.array(z.unknown()).nullish().catch(null),
});
const definitionsAnswer = z.looseObject({ Results: z.array(definition).nullish() });

export interface IndexOutline {
  readonly name: string;
  readonly type: string;
  readonly maps: readonly string[];
  readonly reduce: string | null;
  /** Options by field, without those that are not set. */
  readonly fields: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Everything else that changes what an index contains, as canonical JSON. */
  readonly rest: string;
}

const MAX_INDEXES = 4096;

export async function getIndexOutlines(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal'> & { readonly name?: string } = {},
): Promise<readonly IndexOutline[]> {
  const { name, signal } = options;
  const query = name === undefined ? { start: 0, pageSize: MAX_INDEXES } : { name };
  const read = await db.read(definitionsAnswer, 'GET', '/indexes', { query, signal });
  return (read.Results ?? []).map(toOutline);
}

function toOutline(read: z.output<typeof definition>): IndexOutline {
  return {
    name: read.Name,
    type: read.Type ?? 'Unknown',
    maps: read.Maps ?? [],
    reduce: read.Reduce ?? null,
    fields: new Map(Object.entries(read.Fields ?? {}).map(([field, options]) => [field, set(options ?? {})])),
    rest: JSON.stringify([
      read.SourceType ?? 'Documents',
      canonical(read.Configuration ?? {}),
      canonical(read.AdditionalSources ?? {}),
      read.OutputReduceToCollection ?? null,
      read.ArchivedDataProcessingBehavior ?? null,
      read.CompoundFields ?? [],
    ]),
  };
}

/** `Storage: No` and the like are the defaults, which some servers write and others leave out. */
const DEFAULTS: ReadonlySet<unknown> = new Set([null, undefined, false, 'No', 'Default']);

function set(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options)
      .filter(([, value]) => !DEFAULTS.has(value))
      .sort(([a], [b]) => a.localeCompare(b)),
  );
}

function canonical(members: Record<string, unknown>): readonly (readonly [string, unknown])[] {
  return Object.entries(members).sort(([a], [b]) => a.localeCompare(b));
}
