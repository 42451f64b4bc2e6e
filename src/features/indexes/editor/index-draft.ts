/** The state of an open index, without React: the stored definition, the edited one, and external changes. */
import { z } from 'zod';
import { isJsonObject } from '../../../protocol/queries.ts';
import { isSame, type FieldForm, type IndexForm } from './index-form.ts';
import { toVector } from './vector-form.ts';

export interface IndexDraft {
  readonly form: IndexForm;
  /** The stored definition on which the draft is based; null for a new or deleted index. */
  readonly base: IndexForm | null;
  /** The initial form of a new index: closing it unchanged loses nothing. */
  readonly untouched: IndexForm;
  /** The last known stored definition; null when there is none, undefined while unknown. */
  readonly stored: IndexForm | null | undefined;
}

export type DraftEvent =
  | { readonly type: 'edited'; readonly form: IndexForm }
  /** The stored definition was read. */
  | { readonly type: 'read'; readonly stored: IndexForm | null }
  | { readonly type: 'saved'; readonly stored: IndexForm; readonly form: IndexForm }
  | { readonly type: 'took-theirs' }
  /** The edited definition stays, and the next save replaces the stored one. */
  | { readonly type: 'kept-mine' };

export function newDraft(form: IndexForm, base: IndexForm | null): IndexDraft {
  return { form, base, untouched: form, stored: base ?? undefined };
}

export function reduceDraft(draft: IndexDraft, event: DraftEvent): IndexDraft {
  switch (event.type) {
    case 'edited':
      return { ...draft, form: event.form };
    case 'read':
      return { ...draft, stored: event.stored };
    case 'saved':
      return { ...draft, form: event.form, base: event.stored, stored: event.stored };
    case 'took-theirs':
      return draft.stored ? newDraft(draft.stored, draft.stored) : draft;
    case 'kept-mine':
      return draft.stored === undefined ? draft : { ...draft, base: draft.stored };
  }
}

export function isDirty({ form, base, untouched }: IndexDraft): boolean {
  return !isSame(form, base ?? untouched);
}

/** How the stored definition differs from the one that the draft is based on. */
export function externalChange({ base, stored }: IndexDraft): 'changed' | 'deleted' | undefined {
  if (stored === undefined || base === null) return undefined;
  if (stored === null) return 'deleted';
  return isSame(base, stored) ? undefined : 'changed';
}

const json = z.record(z.string(), z.unknown());
const namedText = z.object({ name: z.string(), text: z.string() });
const spatial = z.object({
  type: z.string(),
  units: z.string(),
  strategy: z.string(),
  maxTreeLevel: z.number().nullable(),
  others: json,
});
const vector = z.object({
  source: z.string(),
  destination: z.string(),
  dimensions: z.number().nullable(),
  edges: z.number().nullable(),
  candidates: z.number().nullable(),
  others: json,
});
const field = z
  .object({
    name: z.string(),
    storage: z.string(),
    indexing: z.string(),
    analyzer: z.string(),
    termVector: z.string(),
    suggestions: z.boolean(),
    spatial: spatial.nullable(),
    /** Absent in drafts from before the form showed vectors, which kept them among the others. */
    vector: vector.nullable().optional(),
    others: json,
  })
  .transform(({ vector: read, others, ...shown }): FieldForm => {
    if (read !== undefined) return { ...shown, vector: read, others };
    const { Vector: options, ...rest } = others;
    return isJsonObject(options)
      ? { ...shown, vector: toVector(options), others: rest }
      : { ...shown, vector: null, others };
  });
const form = z.object({
  name: z.string(),
  maps: z.array(z.string()),
  reduce: z.string(),
  sources: z.array(namedText),
  fields: z.array(field),
  priority: z.string(),
  lockMode: z.string(),
  archivedData: z.string(),
  searchEngine: z.string(),
  deploymentMode: z.string(),
  outputCollection: z.string(),
  outputReferences: z.string(),
  outputReferencesCollection: z.string(),
  configuration: z.array(namedText),
  others: json,
}) satisfies z.ZodType<IndexForm>;

const savedDraft = z.object({ version: z.literal(1), form, base: form.nullable(), untouched: form });

/** The draft as the tab keeps it across restarts. */
export function toSaved({ form, base, untouched }: IndexDraft): unknown {
  return { version: 1, form, base, untouched };
}

/** Undefined without a valid draft. */
export function readSaved(kept: unknown): IndexDraft | undefined {
  const read = savedDraft.safeParse(kept);
  return read.success
    ? { form: read.data.form, base: read.data.base, untouched: read.data.untouched, stored: undefined }
    : undefined;
}
