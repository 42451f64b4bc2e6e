/** Saved scripts and queries of a database as texts of files. Pure. */
import { z } from 'zod';
import type { SnippetFile, SnippetPlace } from '../../contract/index.ts';
import { clauseWords, formatHeaderText, fullName, readHeaderText, splitUpdate } from '../../ui/rql/index.ts';
import { namesOf } from './patch-request.ts';
import { textNameOf, textNames, type PatchState, type TextName } from './patch-state.ts';

export interface Snippet {
  readonly folder: string;
  readonly name: string;
  readonly of: TextName;
  readonly text: string;
  /** The typed texts by parameter name. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface SavedSnippet extends Snippet {
  /** When the file was changed, epoch ms. */
  readonly at: number;
}

export const snippetKinds: Readonly<Record<TextName, string>> = {
  updateQuery: 'Patch by query',
  deleteQuery: 'Delete by query',
  script: 'Patch script',
};

export function placeOfSnippet({ folder, name, of }: Pick<Snippet, 'folder' | 'name' | 'of'>): SnippetPlace {
  return { folder, name, language: of === 'script' ? 'js' : 'rql' };
}

/** Two snippets of one key have the same file: `Sales/Add tax.js`. */
export function snippetKey(snippet: Pick<Snippet, 'folder' | 'name' | 'of'>): string {
  return `${fullName(snippet)}.${placeOfSnippet(snippet).language}`;
}

/** With a header of its name, what a query does, and its parameters. */
export function snippetText(snippet: Snippet): string {
  const { of, parameters, text } = snippet;
  const action = of === 'script' ? {} : { action: of === 'deleteQuery' ? 'delete' : 'patch' };
  return formatHeaderText({ values: { name: fullName(snippet), ...action }, parameters, text });
}

/** The place is the path of the file: the name in the header is only for people and for imports. */
export function snippetOfFile({ folder, name, language, text, changedAt }: SnippetFile): SavedSnippet {
  return { folder, name, at: changedAt, ...contentOf(text, language) };
}

/** The snippet of a file that the user chooses, with the name in its header or its own. */
export function importedSnippet(fileName: string, text: string): Snippet {
  const language = /\.js$/i.test(fileName) || (!/\.rql$/i.test(fileName) && !isQuery(text)) ? 'js' : 'rql';
  const base = fileName.replace(/\.(?:js|rql|txt)$/i, '');
  const name = readHeaderText(text, ['name']).values.name ?? base;
  return { ...safePlace(name), ...contentOf(text, language) };
}

function contentOf(
  whole: string,
  language: SnippetPlace['language'],
): Pick<Snippet, 'of' | 'text' | 'parameters'> {
  const { values, parameters, text } = readHeaderText(
    whole,
    language === 'js' ? ['name'] : ['name', 'action'],
  );
  if (language === 'js') return { of: 'script', text, parameters };
  const patches = values.action === undefined ? splitUpdate(text) !== null : values.action === 'patch';
  return { of: patches ? 'updateQuery' : 'deleteQuery', text, parameters };
}

function isQuery(text: string): boolean {
  return ['from', 'declare'].includes(clauseWords(text)[0]?.text.toLowerCase() ?? '');
}

/** As in the host, which refuses these in a name of a file. */
// eslint-disable-next-line no-control-regex -- control characters are what is replaced
const RESERVED = /[\u0000-\u001f\u007f<>:"\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const MAX_FOLDERS = 4;

/** Any name as names of folders and of a file. */
export function safePlace(name: string): { readonly folder: string; readonly name: string } {
  const parts = name
    .split('/')
    .map((part) => {
      const clean = part.replaceAll(RESERVED, '-').replaceAll(/^[\s.]+|[\s.]+$/g, '');
      return (DEVICE.test(clean) ? `_${clean}` : clean).slice(0, 90).trim();
    })
    .filter((part) => part !== '');
  return {
    folder: parts.slice(0, -1).slice(0, MAX_FOLDERS).join('/'),
    name: parts.at(-1) ?? 'snippet',
  };
}

/** The current text of a tab, with the parameters that it uses; null where there is nothing to save. */
export function snippetOfTab(state: PatchState, name: string): Snippet | null {
  const of = textNameOf(state);
  if (of === null || state[of].trim() === '') return null;
  const parameters = Object.fromEntries(
    namesOf(state).flatMap((each) => {
      const typed = state.parameters[each];
      return typed === undefined || typed === '' ? [] : [[each, typed]];
    }),
  );
  return { ...safePlace(name), of, text: state[of], parameters };
}

/** The change of the tab that shows a snippet. */
export function openedIn({ of, text, parameters }: Snippet, state: PatchState): Partial<PatchState> {
  return {
    action: of === 'deleteQuery' ? 'delete' : 'patch',
    target: of === 'script' ? 'documents' : 'query',
    parameters: { ...state.parameters, ...parameters },
    [of]: text,
  };
}

const keptSnippet = z.object({
  name: z.string().min(1).max(200),
  of: z.enum(textNames),
  text: z.string(),
  at: z.number(),
});
export type KeptSnippet = Readonly<z.infer<typeof keptSnippet>>;
const kept = z.object({ snippets: z.array(z.unknown()).catch([]) });

/** Earlier versions kept snippets in the workspace. Unreadable entries are left out. */
export function readKeptSnippets(stored: unknown): readonly KeptSnippet[] {
  const list = kept.safeParse(stored);
  return (list.success ? list.data.snippets : []).flatMap((each) => {
    const parsed = keptSnippet.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });
}
