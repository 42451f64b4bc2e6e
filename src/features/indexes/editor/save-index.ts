/** Saves an index and reads back what the server stored. Independent of React. */
import type { DatabaseClient } from '../../../protocol/client.ts';
import { getStoredIndex, putIndex } from '../../../protocol/index-definitions.ts';
import { definitionJson, isSame, toDefinition, toForm, type IndexForm } from './index-form.ts';
import { neededRights } from './language.ts';

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly stored: IndexForm; readonly left: readonly string[] }
  /** The stored definition is not the one that the edited one is based on. */
  | { readonly kind: 'conflict'; readonly stored: IndexForm | null }
  /** The server accepted the request and kept the previous definition. */
  | { readonly kind: 'ignored'; readonly stored: IndexForm };

/** A server can report a new definition a moment after it accepted it. */
const READS = 8;
const READ_AFTER_MS = 250;

export async function saveIndex(
  client: DatabaseClient,
  form: IndexForm,
  base: IndexForm | null,
  pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, READ_AFTER_MS)),
): Promise<SaveOutcome> {
  const name = form.name.trim();
  const before = await readForm(client, name);
  const isExpected = before === null || base === null ? before === base : isSame(before, base);
  // Saving an index that was deleted creates it again, which the editor has announced.
  if (!isExpected && !(before === null && base !== null)) return { kind: 'conflict', stored: before };
  await putIndex(client, toDefinition(form), neededRights(form));
  let stored: IndexForm | null = null;
  for (let read = 0; read < READS; read++) {
    stored = await readForm(client, name);
    if (stored && (before === null || !isSame(stored, before) || isSame(stored, form))) break;
    await pause();
  }
  if (!stored) return { kind: 'conflict', stored: null };
  if (before && isSame(stored, before) && !isSame(stored, form)) return { kind: 'ignored', stored };
  return { kind: 'saved', stored, left: differentMembers(form, stored) };
}

async function readForm(client: DatabaseClient, name: string): Promise<IndexForm | null> {
  const index = await getStoredIndex(client, name);
  return index && toForm(index.definition);
}

/** The members of the definition that the server stored differently. */
export function differentMembers(sent: IndexForm, stored: IndexForm): readonly string[] {
  if (definitionJson(sent) === definitionJson(stored)) return [];
  const [one, other] = [toDefinition(sent), toDefinition(stored)];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}
