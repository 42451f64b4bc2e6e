/** Turns an update query into a script for single documents, whose failures are then known one by one. Pure. */
import { clauseWords, sourceAlias, splitUpdate } from '../../ui/rql/index.ts';

export type PerDocumentScript =
  { readonly ok: true; readonly script: string } | { readonly ok: false; readonly reason: string };

/** The lines of the script stay: additions are in its first line and after its end. */
export function perDocumentScript(text: string): PerDocumentScript {
  const parts = splitUpdate(text);
  if (!parts) return { ok: false, reason: 'The query has no update clause.' };
  const functions = declaredFunctions(text);
  if (functions === null) return { ok: false, reason: 'The query declares something other than functions.' };
  const loads = loadedNames(text);
  if (loads === null)
    return { ok: false, reason: 'The load clause of the query cannot be moved into a script.' };
  const alias = sourceAlias(text);
  const names = [
    ...(alias === null ? [] : [`var ${alias} = this;`]),
    ...loads.map(({ name, path }) => {
      const root = path.split('.', 1)[0] ?? '';
      const known = root === alias || loads.some((other) => other.name === root);
      return `var ${name} = load(${known ? path : `this.${path}`});`;
    }),
  ];
  const head = names.length === 0 ? '' : `${names.join(' ')} `;
  const tail = functions === '' ? '' : `\n${functions}`;
  return { ok: true, script: `${head}${parts.script}${tail}` };
}

function declaredFunctions(text: string): string | null {
  const words = clauseWords(text);
  const first = words.find((word) => word.text.toLowerCase() === 'declare');
  const from = words.find((word) => word.text.toLowerCase() === 'from');
  if (!first || !from) return '';
  const declared = text.slice(first.start, from.start).trim();
  const functions = declared.replaceAll(/\bdeclare\s+function\b/gi, 'function');
  return /\bdeclare\b/i.test(functions) ? null : functions;
}

/** Number of names that a load clause declares; also how many lines RavenDB adds for them. */
export function loadedNames(text: string): readonly { name: string; path: string }[] | null {
  const words = clauseWords(text);
  const at = words.findIndex((word) => word.text.toLowerCase() === 'load');
  const load = words[at];
  if (!load) return [];
  const clause = text.slice(load.end, words[at + 1]?.start ?? text.length);
  const names: { name: string; path: string }[] = [];
  for (const part of clause.split(',')) {
    const match = /^\s*([\p{L}_][\p{L}\p{N}_.]*)\s+(?:as\s+)?([\p{L}_][\p{L}\p{N}_]*)\s*$/iu.exec(part);
    const [, path, name] = match ?? [];
    if (path === undefined || name === undefined) return null;
    names.push({ name, path });
  }
  return names;
}
