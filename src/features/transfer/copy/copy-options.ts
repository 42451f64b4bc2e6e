/** The saved options of a copy, and the plan made of them. Pure. */
import { z } from 'zod';
import { copyConflict, copySetting, MAX_COPY_REFERENCES, type CopyPlan } from '../../../contract/index.ts';
import { databaseNameProblem } from '../../../protocol/databases.ts';
import { readFieldList } from '../../../document-copy/copied-document.ts';
import { clauseWords, withoutClauses } from '../../../ui/rql/index.ts';

const number = z.number().nullable();

/** Four batches each second: a server has time for its other clients. */
export const DEFAULT_DOCUMENTS_PER_SECOND = 2000;

export const copyOptions = z.object({
  /** Empty: none chosen yet. */
  targetConnection: z.string().catch(''),
  targetDatabase: z.string().catch(''),
  create: z.boolean().catch(true),
  documents: z.enum(['collections', 'query', 'none']).catch('collections'),
  /** Null: all collections. */
  collections: z.array(z.string()).nullable().catch(null),
  query: z.string().catch(''),
  sample: z.enum(['all', 'newest', 'random']).catch('all'),
  count: number.catch(1000),
  referenceLevels: z.number().int().min(0).max(3).catch(0),
  maxReferences: number.catch(10_000),
  maskedFields: z.string().catch(''),
  existing: copyConflict.catch('overwrite'),
  indexes: z.boolean().catch(true),
  settings: z.array(copySetting).catch([]),
  identities: z.boolean().catch(false),
  /** `default`: the user did not change it. Null: no limit. */
  documentsPerSecond: z.union([number, z.literal('default')]).catch('default'),
  megabytesPerSecond: number.catch(null),
  /** Of the last copy: the host keeps it under this id until it is complete. */
  copyId: z.string().nullable().catch(null),
});
export type CopyOptions = z.infer<typeof copyOptions>;

export interface Place {
  readonly connection: string;
  readonly database: string;
}

/** Limited by default when a server is read or written: others use it at the same time. */
export function documentsPerSecond(
  { documentsPerSecond: chosen, targetConnection }: CopyOptions,
  source: Place,
): number | null {
  if (chosen !== 'default') return chosen;
  const usesServer = [source.connection, targetConnection].some((id) => id !== '' && id !== 'sandbox');
  return usesServer ? DEFAULT_DOCUMENTS_PER_SECOND : null;
}

/** Why nothing can be copied with these options; undefined when it can. */
export function copyProblem(state: CopyOptions, source: Place): string | undefined {
  if (state.targetConnection === '') return 'Choose a target connection.';
  if (state.create) {
    const problem = databaseNameProblem(state.targetDatabase);
    if (problem !== null) return problem;
  } else if (state.targetDatabase === '') return 'Choose a target database.';
  if (
    state.targetConnection === source.connection &&
    state.targetDatabase.toLowerCase() === source.database.toLowerCase()
  )
    return 'Source and target are the same database.';
  if (state.documents === 'query') {
    if (state.query.trim() === '') return 'Enter a query.';
    if (state.sample === 'random') return 'Choose all or the first results of a query.';
  }
  if (state.documents === 'collections' && state.collections?.length === 0)
    return 'Select at least one collection.';
  if (state.sample !== 'all' && (state.count === null || state.count < 1))
    return 'Enter how many documents are copied.';
  if (state.referenceLevels > 0 && (state.maxReferences === null || state.maxReferences < 1))
    return 'Enter how many referenced documents are copied at most.';
  if (state.documents === 'none' && !state.indexes && state.settings.length === 0 && !state.identities)
    return 'Select something to copy.';
  return undefined;
}

const replaced = new Set(['limit', 'offset', 'filter_limit', 'include', 'load', 'select']);
/** The others change no result. */
const ignored = new Set(['limit', 'offset', 'filter_limit', 'select']);

/** The query without what the copy replaces: it copies complete documents in parts. */
export function copiedQuery(query: string): string {
  return withoutClauses(query, replaced);
}

/** Whether the query has clauses that the copy ignores. */
export function hasIgnoredClauses(query: string): boolean {
  return clauseWords(query).some(({ text }) => ignored.has(text.toLowerCase()));
}

export function planOf(state: CopyOptions, source: Place): CopyPlan {
  const withDocuments = state.documents !== 'none';
  const rate = documentsPerSecond(state, source);
  return {
    source: { ...source },
    target: {
      connection: state.targetConnection,
      database: state.targetDatabase,
      create: state.create,
    },
    documents:
      state.documents === 'query'
        ? { kind: 'query', query: copiedQuery(state.query), parameters: {} }
        : state.documents === 'collections'
          ? { kind: 'collections', collections: state.collections }
          : { kind: 'none' },
    sample: state.sample === 'all' ? { kind: 'all' } : { kind: state.sample, count: whole(state.count ?? 1) },
    referenceLevels: withDocuments ? state.referenceLevels : 0,
    maxReferences: Math.min(MAX_COPY_REFERENCES, whole(state.maxReferences ?? 0)),
    maskedFields: [...readFieldList(state.maskedFields)],
    existing: state.existing,
    indexes: state.indexes,
    settings: copySetting.options.filter((each) => state.settings.includes(each)),
    identities: state.identities,
    documentsPerSecond: rate === null ? null : Math.max(1, whole(rate)),
    bytesPerSecond:
      state.megabytesPerSecond === null ? null : Math.round(state.megabytesPerSecond * 1024 * 1024),
  };
}

const whole = (value: number): number => Math.max(0, Math.round(value));
