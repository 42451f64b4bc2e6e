/** Saved scripts and queries of a database, and their files. Pure. */
import { z } from 'zod';
import { clauseWords, splitUpdate } from '../../ui/rql/index.ts';
import { textNames, type PatchState, type TextName } from './patch-state.ts';

const snippet = z.object({
  name: z.string().min(1).max(200),
  of: z.enum(textNames),
  text: z.string(),
  /** When it was saved, epoch ms. */
  at: z.number(),
});
export type Snippet = Readonly<z.infer<typeof snippet>>;

const saved = z.object({ snippets: z.array(z.unknown()).catch([]) });

/** Unreadable entries are left out. */
export function readSnippets(stored: unknown): readonly Snippet[] {
  const list = saved.safeParse(stored);
  return (list.success ? list.data.snippets : []).flatMap((each) => {
    const parsed = snippet.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });
}

/** One snippet per name, in alphabetical order. */
export function withSnippets(list: readonly Snippet[], added: readonly Snippet[]): readonly Snippet[] {
  const byName = new Map([...list, ...added].map((each) => [each.name, each]));
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** `.js` for a script, `.rql` for a query: text files to keep under version control. */
export function snippetFileName({ name, of }: Pick<Snippet, 'name' | 'of'>): string {
  const clean = name.replaceAll(/[^\p{L}\p{N}._ -]+/gu, '-').trim();
  return `${clean === '' ? 'snippet' : clean}.${of === 'script' ? 'js' : 'rql'}`;
}

/** Larger files are not scripts, and editing one would freeze the window. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** The kind of a file follows from its ending and its text. */
export function snippetOfFile(fileName: string, text: string, at: number): Snippet {
  const name = fileName.replace(/\.(?:js|rql|txt)$/i, '');
  return { name: name === '' ? fileName : name, of: kindOf(fileName, text), text: withoutMark(text), at };
}

function kindOf(fileName: string, text: string): TextName {
  if (/\.js$/i.test(fileName)) return 'script';
  if (splitUpdate(text) !== null) return 'updateQuery';
  const startsWithSource = ['from', 'declare'].includes(clauseWords(text)[0]?.text.toLowerCase() ?? '');
  return startsWithSource || /\.rql$/i.test(fileName) ? 'deleteQuery' : 'script';
}

/** Editors on Windows begin files with a byte order mark and end lines with two characters. */
function withoutMark(text: string): string {
  return text.replace(/^\u{FEFF}/u, '').replaceAll('\r\n', '\n');
}

/** The change of the tab that shows a snippet. */
export function openedIn({ of, text }: Snippet): Partial<PatchState> {
  return {
    action: of === 'deleteQuery' ? 'delete' : 'patch',
    target: of === 'script' ? 'documents' : 'query',
    [of]: text,
  };
}

export const snippetKinds: Readonly<Record<TextName, string>> = {
  updateQuery: 'Patch by query',
  deleteQuery: 'Delete by query',
  script: 'Patch script',
};
