/** Copies of documents, indexes and settings from one database to another. The host reads and writes. */
import './no-eval.ts';
import { z } from 'zod';

const place = z.object({ connection: z.string().min(1), database: z.string().min(1).max(260) });

const query = z.object({
  kind: z.literal('query'),
  /** Without `limit`, which the host appends for each part. */
  query: z.string().min(1).max(64_000),
  parameters: z.record(z.string(), z.unknown()),
});

export const copyDocuments = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('collections'),
    /** Null: all, with documents outside of a collection and the ranges of ids (`@hilo`). */
    collections: z.array(z.string().min(1).max(1000)).min(1).max(10_000).nullable(),
  }),
  query,
]);

/** Of a query, `newest` are the first results; `random` is for collections only. */
export const copySample = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.enum(['newest', 'random']), count: z.number().int().min(1).max(10_000_000) }),
]);

/** In the order in which they are written. */
export const copySetting = z.enum([
  'compression',
  'revisions',
  'refresh',
  'archival',
  'expiration',
  'client',
]);
export type CopySetting = z.infer<typeof copySetting>;

/** What is done with a document whose id exists in the target. */
export const copyConflict = z.enum(['overwrite', 'skip', 'stop']);
export type CopyConflict = z.infer<typeof copyConflict>;

export const MAX_COPY_REFERENCES = 100_000;

export const copyPlan = z.object({
  source: place,
  /** `create`: a new database; fails when one of that name exists. */
  target: place.extend({ create: z.boolean() }),
  documents: copyDocuments,
  sample: copySample,
  /** How many times references of copied documents are followed, and to how many documents in all. */
  referenceLevels: z.number().int().min(0).max(3),
  maxReferences: z.number().int().min(0).max(MAX_COPY_REFERENCES),
  /** Paths of fields whose values are replaced by masks. */
  maskedFields: z.array(z.string().min(1).max(1000)).max(200),
  existing: copyConflict,
  /** Definitions of static indexes. */
  indexes: z.boolean(),
  settings: z.array(copySetting).max(copySetting.options.length),
  identities: z.boolean(),
  /** Null: as fast as both servers. */
  documentsPerSecond: z.number().int().min(1).max(1_000_000).nullable(),
  bytesPerSecond: z
    .number()
    .int()
    .min(1024)
    .max(10 * 1024 ** 3)
    .nullable(),
});
export type CopyPlan = z.infer<typeof copyPlan>;

/** Chosen by the page. The host keeps the unfinished copy under it, for `copies.resume`. */
const id = z.string().regex(/^[\w-]{8,64}$/);
export const copyId = z.object({ id });
export const copyRequest = z.object({ id, plan: copyPlan });
export type CopyRequest = z.infer<typeof copyRequest>;

const count = z.number().int().nonnegative();

/** The documents of one collection, of the query, or of references. */
export const copyCounts = z.object({
  /** A collection, `@query` or `@references`. */
  name: z.string(),
  /** Documents to copy, as counted at the start; null where unknown. */
  expected: count.nullable(),
  copied: count,
  /** Exist in the target and were left unchanged. */
  skipped: count,
  rejected: count,
  /** Documents that indexes of the source created: the copied indexes create them again. */
  artificial: count,
  bytes: count,
});
export type CopyCounts = z.infer<typeof copyCounts>;

export const copyItem = z.object({
  kind: z.enum(['document', 'index', 'setting', 'identity']),
  name: z.string(),
  /** Why the target rejected it; empty for a copied one. */
  reason: z.string(),
  /** Of a document; null where unknown. */
  collection: z.string().nullable().default(null),
  /** The number of the document in what was read of its collection or query, from 1. */
  position: z.number().int().positive().nullable().default(null),
});
export type CopyItem = z.infer<typeof copyItem>;

export const copyReport = z.object({
  counts: z.array(copyCounts),
  /** Copied indexes, settings and identities. */
  definitions: z.array(copyItem),
  /** The first MAX_LISTED_REJECTIONS; the counts and `copies.rejections` have all. */
  rejected: z.array(copyItem),
  /** Facts about the copy that a user should know. */
  notes: z.array(z.string()),
});
export type CopyReport = z.infer<typeof copyReport>;

export const MAX_LISTED_REJECTIONS = 1000;

/** What was copied before a failure or a cancellation stays. */
export const copyOutcome = z.object({
  kind: z.enum(['completed', 'failed', 'cancelled']),
  /** Why it failed or what was cancelled; empty when it is complete. */
  message: z.string(),
  detail: z.string(),
  report: copyReport,
  /** `copies.resume` can continue it. */
  resumable: z.boolean(),
});
export type CopyOutcome = z.infer<typeof copyOutcome>;

export const copyProgress = z.discriminatedUnion('kind', [
  /** The counts of the source are read, or the user confirms. */
  z.object({ kind: z.literal('preparing') }),
  z.object({
    kind: z.literal('running'),
    /** What is copied now: a name as in the counts, `indexes`, … */
    step: z.string(),
    documents: count,
    /** Null while unknown. */
    expected: count.nullable(),
    bytes: count,
    rejected: count,
    /** Since the start or the resumption. */
    documentsPerSecond: z.number().nonnegative(),
    remainingMs: z.number().nonnegative().nullable(),
  }),
]);
export type CopyProgress = z.infer<typeof copyProgress>;

/** An unfinished copy that the host keeps. */
export const unfinishedCopy = z.object({ plan: copyPlan, report: copyReport });
export type UnfinishedCopy = z.infer<typeof unfinishedCopy>;
