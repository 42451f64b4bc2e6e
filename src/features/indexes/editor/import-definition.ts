/** Reads a definition from a file: one that was exported here or copied from a server. Pure. */
import { isJsonObject, type JsonObject } from '../../../protocol/queries.ts';
import { toForm, type IndexForm } from './index-form.ts';

export type ImportedDefinition =
  | { readonly kind: 'form'; readonly form: IndexForm; readonly left: number }
  | { readonly kind: 'refused'; readonly reason: string };

/** One definition of a file, and why it cannot be saved; null when it can. */
export interface DefinitionInFile {
  readonly form: IndexForm;
  readonly problem: string | null;
}

/** All definitions of a file: one, or a list as `Indexes` or `Results`. Throws with the reason when there is none. */
export function readDefinitions(text: string): readonly DefinitionInFile[] {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`The file is not JSON: ${reason}`, { cause: thrown });
  }
  const found = definitionsIn(json).flatMap((each) =>
    isJsonObject(each) && Array.isArray(each.Maps) ? [withProblem(each)] : [],
  );
  if (found.length === 0)
    throw new Error('The file has no index definition: an object with a list "Maps" of texts is expected.');
  return found;
}

function withProblem(definition: JsonObject): DefinitionInFile {
  const form = toForm(definition);
  const isAuto = typeof definition.Type === 'string' && definition.Type.startsWith('Auto');
  if (form.maps.length === 0) return { form, problem: 'The definition in the file has no map.' };
  if (isAuto)
    return {
      form,
      problem: 'The definition in the file is of an automatic index, which only a server creates.',
    };
  return { form, problem: null };
}

/** The first definition of a file, and how many more it has. */
export function readImport(text: string): ImportedDefinition {
  try {
    const [first, ...others] = readDefinitions(text);
    if (!first) return { kind: 'refused', reason: 'The file has no index definition.' };
    if (first.problem !== null) return { kind: 'refused', reason: first.problem };
    return { kind: 'form', form: first.form, left: others.length };
  } catch (thrown) {
    return { kind: 'refused', reason: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

function definitionsIn(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (!isJsonObject(json)) return [];
  for (const list of [json.Indexes, json.Results]) if (Array.isArray(list)) return list;
  return [json];
}
