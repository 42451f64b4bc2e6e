/** A short form of a document, for a preview. */
import type { DatabaseClient } from './client.ts';
import { getDocument } from './documents.ts';
import { formatJson, parseJsonText } from './json-text.ts';

const MAX_LINES = 24;
const MAX_CHARACTERS = 2_000;

export type DocumentPreview =
  { readonly kind: 'json'; readonly text: string } | { readonly kind: 'note'; readonly text: string };

export async function previewDocument(
  db: DatabaseClient,
  id: string,
  signal: AbortSignal,
): Promise<DocumentPreview> {
  const stored = await getDocument(db, id, { signal });
  if (!stored) return { kind: 'note', text: `No document has this id in ${db.name}.` };
  const lines = formatJson(stored.text, parseJsonText(stored.text), 2).split('\n');
  const text = lines.slice(0, MAX_LINES).join('\n').slice(0, MAX_CHARACTERS);
  return { kind: 'json', text: lines.length > MAX_LINES ? `${text}\n…` : text };
}
