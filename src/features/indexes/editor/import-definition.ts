/** Reads a definition from a file: one that was exported here or copied from a server. Pure. */
import { isJsonObject } from '../../../protocol/queries.ts';
import { toForm, type IndexForm } from './index-form.ts';

export type ImportedDefinition =
  | { readonly kind: 'form'; readonly form: IndexForm; readonly left: number }
  | { readonly kind: 'refused'; readonly reason: string };

/** Accepts a definition, or a list of them as `Indexes` or `Results`; of several, the first is used. */
export function readImport(text: string): ImportedDefinition {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { kind: 'refused', reason: `The file is not JSON: ${reason}` };
  }
  const all = definitionsIn(json);
  const first = all.find((each) => isJsonObject(each) && Array.isArray(each.Maps));
  if (!isJsonObject(first))
    return {
      kind: 'refused',
      reason: 'The file has no index definition: an object with a list "Maps" of texts is expected.',
    };
  const form = toForm(first);
  if (form.maps.length === 0) return { kind: 'refused', reason: 'The definition in the file has no map.' };
  if (typeof first.Type === 'string' && first.Type.startsWith('Auto'))
    return {
      kind: 'refused',
      reason: 'The definition in the file is of an automatic index, which only a server creates.',
    };
  return { kind: 'form', form, left: all.length - 1 };
}

function definitionsIn(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (!isJsonObject(json)) return [];
  for (const list of [json.Indexes, json.Results]) if (Array.isArray(list)) return list;
  return [json];
}
