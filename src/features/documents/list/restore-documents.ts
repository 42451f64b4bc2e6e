/** Undo of a deletion: the texts of the deleted documents, and writing them again. */
import type { DatabaseClient } from '../../../protocol/client.ts';
import { getDocuments, putDocument, WriteConflict } from '../../../protocol/documents.ts';
import { toEditableText } from '../editor/editable-text.ts';

/** Their texts stay in memory until the message with Undo is gone. */
export const MAX_UNDO = 1000;
/** Requests at the same time. */
const AT_ONCE = 4;

export interface DeletedDocument {
  readonly id: string;
  readonly text: string;
}

/** The documents as they are before their deletion; missing ones are left out. */
export async function readForUndo(
  client: DatabaseClient,
  ids: readonly string[],
): Promise<readonly DeletedDocument[]> {
  const stored = await getDocuments(client, ids);
  return stored.map(({ metadata, text }) => ({ id: metadata.id, text: toEditableText(text) }));
}

export interface Restored {
  readonly restored: number;
  /** Ids that were created again in the meantime; those documents are kept. */
  readonly existing: readonly string[];
}

export async function restoreDocuments(
  client: DatabaseClient,
  documents: readonly DeletedDocument[],
  options: { readonly signal: AbortSignal; readonly progress: (done: number) => void },
): Promise<Restored> {
  const pending = [...documents];
  const existing: string[] = [];
  let restored = 0;
  const work = async (): Promise<void> => {
    for (let next = pending.pop(); next && !options.signal.aborted; next = pending.pop()) {
      try {
        await putDocument(client, next.id, next.text, { kind: 'absent' });
        restored++;
      } catch (thrown) {
        if (!(thrown instanceof WriteConflict)) throw thrown;
        existing.push(next.id);
      }
      options.progress(restored + existing.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { restored, existing };
}
