/** Complete documents to the clipboard, and clones with ids that the server generates. */
import { putDocuments } from '../../../protocol/bulk-documents.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { getDocuments } from '../../../protocol/documents.ts';
import { formatJson, parseJsonText } from '../../../protocol/json-text.ts';
import { toEditableText } from '../editor/editable-text.ts';

/** As a JSON array with the numbers as the server sent them; a single document without an array. */
export async function copyDocuments(client: DatabaseClient, ids: readonly string[]): Promise<number> {
  const documents = await getDocuments(client, ids);
  const texts = documents.map(({ text }) => text);
  const json = texts.length === 1 ? texts.join('') : `[${texts.join(',')}]`;
  await navigator.clipboard.writeText(formatJson(json, parseJsonText(json), 2));
  return documents.length;
}

/** `orders/` of `orders/1-A`: the server completes it. Ids without a prefix get one from themselves. */
export function cloneId(id: string): string {
  const slash = id.lastIndexOf('/');
  return slash < 0 ? `${id}/` : id.slice(0, slash + 1);
}

/** All or none. Without attachments, counters and revisions. */
export async function cloneDocuments(client: DatabaseClient, ids: readonly string[]): Promise<number> {
  const documents = await getDocuments(client, ids);
  await putDocuments(
    client,
    documents.map(({ metadata, text }) => ({ id: cloneId(metadata.id), text: toEditableText(text) })),
  );
  return documents.length;
}
