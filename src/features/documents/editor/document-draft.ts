/**
 * The state of an open document, without React: stored version, typed text, and external changes. Every resolution
 * of a conflict is a transition here, and none discards the typed text without a user decision.
 */
import { z } from 'zod';
import { documentJobs } from '../../../protocol/document-jobs.ts';
import type { DocumentMetadata, StoredDocument } from '../../../protocol/documents.ts';
import { changedMembers } from './changed-members.ts';
import type { TypedDates } from './document-dates.ts';
import { toEditableText } from './editable-text.ts';

/** The stored document on which the draft is based. Null in a draft: it does not exist (new or deleted). */
export interface Base {
  readonly text: string;
  readonly metadata: DocumentMetadata;
}

export interface Conflict {
  /** The current version; null when it was deleted. */
  readonly theirs: Base | null;
}

export interface Draft {
  readonly text: string;
  readonly base: Base | null;
  /** The initial text of a new document: closing it unchanged loses nothing. */
  readonly untouched: string;
  readonly saving: boolean;
  /** The last known external version: a change vector, or null for "deleted". */
  readonly externalVersion: { readonly changeVector: string | null } | undefined;
  readonly conflict: Conflict | undefined;
}

export type DraftEvent =
  | { readonly type: 'loaded'; readonly document: StoredDocument | null }
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'heard'; readonly changeVector: string | null }
  | { readonly type: 'saving' }
  | { readonly type: 'saved'; readonly text: string; readonly id: string; readonly changeVector: string }
  /** The stored metadata after a save, once read back. */
  | { readonly type: 'confirmed'; readonly metadata: DocumentMetadata }
  /** What hangs on the document was changed here, which makes a new version of it: with the same text that is the base. */
  | { readonly type: 'reread'; readonly document: StoredDocument | null }
  | { readonly type: 'refused' }
  | { readonly type: 'conflicted'; readonly theirs: StoredDocument | null }
  /** Theirs replaces what is typed; what was typed is in the editor's undo. */
  | { readonly type: 'took-theirs' }
  /** The typed text stays, and the next save is on their version. */
  | { readonly type: 'kept-mine' }
  | { readonly type: 'conflict-closed' };

export function toBase(document: StoredDocument): Base {
  return { text: toEditableText(document.text), metadata: document.metadata };
}

export function newDraft(text: string, untouched = ''): Draft {
  return { text, untouched, base: null, saving: false, externalVersion: undefined, conflict: undefined };
}

export function isDirty(draft: Draft): boolean {
  return draft.text !== (draft.base?.text ?? draft.untouched);
}

/** An external change that no conflict has shown yet. */
export function externalChange(draft: Draft): 'changed' | 'deleted' | undefined {
  if (!draft.externalVersion || draft.saving || draft.conflict) return undefined;
  const stored = draft.base?.metadata.changeVector ?? null;
  if (draft.externalVersion.changeVector === stored) return undefined;
  return draft.externalVersion.changeVector === null ? 'deleted' : 'changed';
}

export function reduceDraft(draft: Draft, event: DraftEvent): Draft {
  switch (event.type) {
    case 'loaded': {
      const base = event.document ? toBase(event.document) : null;
      return { ...newDraft(base?.text ?? draft.text), base };
    }
    case 'typed':
      return { ...draft, text: event.text };
    case 'heard':
      return { ...draft, externalVersion: { changeVector: event.changeVector } };
    case 'saving':
      return { ...draft, saving: true };
    case 'saved': {
      const before = draft.base?.metadata;
      const metadata: DocumentMetadata = {
        collection: '@empty',
        lastModified: undefined,
        flags: [],
        ...before,
        id: event.id,
        changeVector: event.changeVector,
      };
      // A version seen while saving is most likely the save itself.
      const externalVersion =
        draft.externalVersion?.changeVector === before?.changeVector ? undefined : draft.externalVersion;
      return {
        ...draft,
        saving: false,
        conflict: undefined,
        externalVersion,
        base: { text: event.text, metadata },
      };
    }
    case 'confirmed':
      if (!draft.base) return draft;
      if (draft.base.metadata.changeVector !== event.metadata.changeVector)
        return { ...draft, externalVersion: { changeVector: event.metadata.changeVector } };
      return { ...draft, base: { ...draft.base, metadata: event.metadata } };
    case 'reread': {
      const stored = event.document && toBase(event.document);
      const changeVector = stored?.metadata.changeVector ?? null;
      if (!stored || !draft.base || changedMembers(draft.base.text, stored.text)?.length !== 0)
        return { ...draft, externalVersion: { changeVector } };
      const externalVersion =
        draft.externalVersion?.changeVector === null ? draft.externalVersion : undefined;
      return { ...draft, externalVersion, base: { ...draft.base, metadata: stored.metadata } };
    }
    case 'refused':
      return { ...draft, saving: false };
    case 'conflicted':
      return { ...draft, saving: false, conflict: { theirs: event.theirs ? toBase(event.theirs) : null } };
    case 'took-theirs': {
      if (!draft.conflict) return draft;
      const base = draft.conflict.theirs;
      return {
        ...draft,
        text: base?.text ?? draft.text,
        base,
        externalVersion: undefined,
        conflict: undefined,
      };
    }
    case 'kept-mine':
      return draft.conflict
        ? { ...draft, base: draft.conflict.theirs, externalVersion: undefined, conflict: undefined }
        : draft;
    case 'conflict-closed':
      return { ...draft, conflict: undefined };
  }
}

const savedMetadata = z.object({
  id: z.string(),
  collection: z.string(),
  changeVector: z.string(),
  lastModified: z.string().optional(),
  flags: z.array(z.string()),
});

/** The part of a draft that a tab saves across a restart: only with unsaved changes. */
const savedDraft = z.object({
  version: z.literal(1),
  text: z.string(),
  base: z.object({ text: z.string(), metadata: savedMetadata }).nullable(),
  /** The typed id of a new document. */
  newId: z.string().optional(),
  /** Typed dates that are not in the text: unfinished or invalid. */
  typedDates: z.partialRecord(z.enum(documentJobs), z.string()).optional().catch(undefined),
});
export type SavedDraft = z.output<typeof savedDraft>;

export function readSavedDraft(state: unknown): SavedDraft | undefined {
  const read = savedDraft.safeParse(state);
  return read.success ? read.data : undefined;
}

export function fromSaved(kept: SavedDraft): Draft {
  const base = kept.base && {
    text: kept.base.text,
    metadata: { ...kept.base.metadata, lastModified: kept.base.metadata.lastModified },
  };
  return { ...newDraft(kept.text), base };
}

export function toSaved(
  draft: Draft,
  more: { readonly newId?: string | undefined; readonly typedDates?: TypedDates },
): SavedDraft {
  return {
    version: 1,
    text: draft.text,
    base: draft.base && {
      text: draft.base.text,
      metadata: { ...draft.base.metadata, flags: [...draft.base.metadata.flags] },
    },
    newId: more.newId,
    typedDates: more.typedDates,
  };
}
