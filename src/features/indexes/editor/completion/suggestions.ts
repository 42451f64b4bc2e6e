/** The completion list at a position of a text. */
import type { Language } from '../language.ts';
import { contextAt } from './context.ts';
import {
  csharpFunctions,
  fieldOptions,
  fieldOptionValues,
  groupMembers,
  javascriptFunctions,
  reduceFunctions,
  type Word,
} from './words.ts';

export interface CompletionSource {
  readonly part: 'map' | 'reduce' | 'source';
  readonly language: Language;
  readonly collections: () => Promise<readonly string[]>;
  /** Paths of the fields of sampled documents. */
  readonly fields: (collection: string) => Promise<readonly string[]>;
  readonly outputFields: () => readonly string[];
}

export interface Suggestion {
  readonly kind: 'collection' | 'field' | 'function' | 'option';
  readonly label: string;
  readonly insert: string;
  readonly hint: string;
  readonly snippet: boolean;
}

export async function suggestionsAt(
  text: string,
  offset: number,
  source: CompletionSource,
): Promise<readonly Suggestion[]> {
  const context = contextAt(text, offset, source.part);
  switch (context.kind) {
    case 'collection':
      return (await source.collections()).map((name) => plain('collection', name, 'collection'));
    case 'document-field':
      return membersOf(await source.fields(context.collection), context.path).map((name) =>
        plain('field', name, `field of ${context.collection}`),
      );
    case 'output-field':
      return source.outputFields().map((name) => plain('field', name, 'returned by the maps'));
    case 'group-member':
      return groupMembers[source.language].map((name) => plain('field', name, 'member of the group'));
    case 'field-option':
      return fieldOptions.map((word) => snippet('option', word));
    case 'field-option-value':
      return (fieldOptionValues[context.option] ?? []).map((value) => plain('option', value, context.option));
    case 'global': {
      const functions = source.language === 'csharp' ? csharpFunctions : javascriptFunctions;
      const all = source.part === 'reduce' && source.language === 'javascript' ? reduceFunctions : functions;
      return all.map((word) => snippet('function', word));
    }
    case 'none':
      return [];
  }
}

/** The names directly below a path. */
export function membersOf(paths: readonly string[], path: string): readonly string[] {
  const prefix = path === '' ? '' : `${path}.`;
  const names = paths.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
  return [...new Set(names.filter((name) => name !== '' && !name.includes('.')))];
}

function plain(kind: Suggestion['kind'], name: string, hint: string): Suggestion {
  return { kind, label: name, insert: name, hint, snippet: false };
}

function snippet(kind: Suggestion['kind'], word: Word): Suggestion {
  return { kind, label: word.label, insert: word.insert, hint: word.hint, snippet: true };
}
