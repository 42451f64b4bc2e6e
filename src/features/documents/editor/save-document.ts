/** Save and delete: checks, request, and error handling. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import {
  deleteDocument,
  getDocument,
  putDocument,
  WriteConflict,
  type WriteCondition,
} from '../../../protocol/documents.ts';
import { LARGE_JSON } from '../../../protocol/json-cursor.ts';
import { JsonTextError, parseJsonText } from '../../../protocol/json-text.ts';
import { rowsKey } from '../list/collection-rows.ts';
import type { Base, Draft, DraftEvent } from './document-draft.ts';

/** Why a save failed; `at` is a position in the text. */
export interface SaveProblem {
  /** The message; with a cause, the activity that failed. */
  readonly sentence: string;
  readonly at?: { readonly line: number; readonly column: number };
  /** The error of the server or the transport, if any. */
  readonly cause?: unknown;
}

/** What a save was refused for. */
interface Refused {
  readonly problem: SaveProblem;
  readonly id: string;
  readonly text: string;
  readonly dateProblem: string | undefined;
}

/** A problem ends with its cause: a failed request with another id, anything else with the next edit. */
function isStanding({ problem, ...before }: Refused, now: Omit<Refused, 'problem'>): boolean {
  // The caller knows whether the place in the text is corrected.
  if (problem.at !== undefined) return true;
  if (before.id !== now.id) return false;
  return problem.cause !== undefined || (before.text === now.text && before.dateProblem === now.dateProblem);
}

/** Reasons not to save, checked before the request. */
export function checkBeforeSave(
  text: string,
  id: string,
  dateProblem: string | undefined,
): SaveProblem | undefined {
  if (id.trim() === '')
    return {
      sentence: 'A document needs an id. End it with "/" to let the server generate the number: orders/',
    };
  if (dateProblem !== undefined) return { sentence: dateProblem };
  if (text.length >= LARGE_JSON && isObjectText(text)) return undefined;
  try {
    if (parseJsonText(text).kind !== 'object')
      return { sentence: 'A document must be a JSON object: { … }.' };
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof JsonTextError)) throw thrown;
    return {
      sentence: `Not saved: invalid JSON. ${thrown.message}`,
      at: { line: thrown.line, column: thrown.column },
    };
  }
}

/** Without a structure of the text: a valid large one is checked in a fraction of the time. */
function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    // The caller's parser reports the place.
    return false;
  }
}

/** The condition of a save: no other write since loading; a new id must not exist; generated ids are always new. */
export function expectationOf(base: Base | null, id: string): WriteCondition {
  if (base) return { kind: 'version', changeVector: base.metadata.changeVector };
  return id.endsWith('/') || id.endsWith('|') ? { kind: 'anything' } : { kind: 'absent' };
}

export interface SaveActions {
  readonly problem: SaveProblem | undefined;
  readonly clearProblem: () => void;
  /** Checks a text as `save` does, without a request: false reports the problem. */
  readonly check: (text: string) => boolean;
  /** Resolves with the stored id, or undefined when not saved. `over` overwrites the version of a conflict. */
  readonly save: (text: string, over?: Base | null) => Promise<string | undefined>;
  /** Deletes the version that the draft is based on; resolves true on success. */
  readonly remove: () => Promise<boolean>;
}

export function useSaveDocument(
  database: Database,
  {
    draft,
    id,
    dateProblem,
    dispatch,
  }: {
    readonly draft: Draft;
    readonly id: string;
    readonly dateProblem: string | undefined;
    readonly dispatch: (event: DraftEvent) => void;
  },
): SaveActions {
  const session = useSession();
  const queries = useQueryClient();
  const [refusal, setRefusal] = useState<Refused>();
  const now = { id, text: draft.text, dateProblem };
  const problem = refusal && isStanding(refusal, now) ? refusal.problem : undefined;
  const { client, key } = database;

  const conflicted = async (conflict: WriteConflict) => {
    const theirs = await getDocument(client, conflict.id);
    dispatch({ type: 'conflicted', theirs });
  };

  const refused = async (thrown: unknown, doing: string) => {
    try {
      if (thrown instanceof WriteConflict) {
        await conflicted(thrown);
        return;
      }
      setRefusal({ ...now, problem: { sentence: doing, cause: thrown } });
    } catch (second) {
      const sentence = `${doing} found a newer version; loading it`;
      setRefusal({ ...now, problem: { sentence, cause: second } });
    }
    dispatch({ type: 'refused' });
  };

  const check = (text: string): boolean => {
    const found = checkBeforeSave(text, id, dateProblem);
    setRefusal(found && { ...now, text, problem: found });
    return found === undefined;
  };

  const save = async (text: string, over?: Base | null): Promise<string | undefined> => {
    if (draft.saving || !check(text)) return undefined;
    dispatch({ type: 'saving' });
    try {
      const base = over === undefined ? draft.base : over;
      const written = await putDocument(client, id, text, expectationOf(base, id));
      dispatch({ type: 'saved', text, ...written });
      void queries.invalidateQueries({ queryKey: rowsKey(database) });
      // The server sets times, flags and collection, so they are reloaded. A failed reload is not a failed save.
      getDocument(client, written.id).then(
        (stored) => {
          if (stored) dispatch({ type: 'confirmed', metadata: stored.metadata });
        },
        (thrown: unknown) => session.reportError(thrown, `Reloading ${written.id} after saving`),
      );
      return written.id;
    } catch (thrown) {
      await refused(thrown, `Saving ${id}`);
      return undefined;
    }
  };

  const remove = async (): Promise<boolean> => {
    const base = draft.base;
    if (!base) return false;
    try {
      await deleteDocument(client, id, { kind: 'version', changeVector: base.metadata.changeVector });
      void queries.invalidateQueries({ queryKey: key });
      session.notify({
        kind: 'success',
        message: `Deleted ${id}.`,
        action: { label: 'Undo', run: () => void restore(base) },
      });
      return true;
    } catch (thrown) {
      await refused(thrown, `Deleting ${id}`);
      return false;
    }
  };

  /** Restores the deleted text, unless a new document has that id. */
  const restore = async (base: Base) => {
    try {
      await putDocument(client, id, base.text, { kind: 'absent' });
      void queries.invalidateQueries({ queryKey: key });
      session.notify({ kind: 'success', message: `Restored ${id}.` });
      session.openScreen('document', { params: { id } });
    } catch (thrown) {
      session.reportError(thrown, `Restoring ${id}`);
    }
  };

  const clearProblem = useCallback(() => setRefusal(undefined), []);
  return { problem, clearProblem, check, save, remove };
}
