/** Builds what is sent from the state of the tab, or says what is missing. Pure. */
import { readParameter } from '../../protocol/parameter-value.ts';
import type { SentScript } from '../../protocol/script-problem.ts';
import type { JsonObject } from '../../protocol/queries.ts';
import { clauseWords, parameterNames, sourceAlias, splitUpdate } from '../../ui/rql/index.ts';
import { readIds, textNameOf, type PatchState } from './patch-state.ts';
import { loadedNames } from './per-document-script.ts';

export type PatchRequest =
  | {
      readonly kind: 'update-query';
      readonly text: string;
      /** The query without its update clause, which finds the documents. */
      readonly finds: string;
      readonly parameters: JsonObject;
    }
  | {
      readonly kind: 'delete-query';
      readonly text: string;
      readonly finds: string;
      readonly parameters: JsonObject;
    }
  | {
      readonly kind: 'patch-documents';
      readonly ids: readonly string[];
      readonly text: string;
      readonly parameters: JsonObject;
    }
  | { readonly kind: 'delete-documents'; readonly ids: readonly string[] };

export type BuiltRequest =
  { readonly ok: true; readonly request: PatchRequest } | { readonly ok: false; readonly problem: string };

export function buildRequest(state: PatchState): BuiltRequest {
  const { action, target } = state;
  if (target === 'documents') {
    const ids = readIds(state.ids);
    if (ids.length === 0) return problem('Enter the id of at least one document.');
    if (action === 'delete') return { ok: true, request: { kind: 'delete-documents', ids } };
    const text = state.script;
    if (text.trim() === '') return problem('The script is empty. Enter what changes the document.');
    const values = readValues(scriptParameters(text), state.parameters);
    return 'problem' in values
      ? problem(values.problem)
      : { ok: true, request: { kind: 'patch-documents', ids, text, parameters: values.read } };
  }
  const text = action === 'patch' ? state.updateQuery : state.deleteQuery;
  if (text.trim() === '') return problem('The query is empty. Enter a query that finds the documents.');
  const values = readValues(parameterNames(text), state.parameters);
  if ('problem' in values) return problem(values.problem);
  const parameters = values.read;
  const update = splitUpdate(text);
  if (action === 'patch')
    return update
      ? { ok: true, request: { kind: 'update-query', text, finds: update.query, parameters } }
      : problem('The query has no complete update clause. End it in one: from Orders update { … }.');
  return clauseWords(text).some((word) => word.text.toLowerCase() === 'update')
    ? problem('A query that deletes has no update clause. Remove it, or choose Patch.')
    : { ok: true, request: { kind: 'delete-query', text, finds: text, parameters } };
}

/** `$name` and `args.name`. */
export function scriptParameters(text: string): readonly string[] {
  const members = [...text.matchAll(/\bargs\.([A-Za-z_$][\w$]*)/g)].map((match) => match[1] ?? '');
  return [...new Set([...parameterNames(text), ...members])];
}

/** The parameters of the current text. */
export function namesOf(state: PatchState): readonly string[] {
  const name = textNameOf(state);
  if (name === null) return [];
  return name === 'script' ? scriptParameters(state.script) : parameterNames(state[name]);
}

function readValues(
  names: readonly string[],
  typed: Readonly<Record<string, string>>,
): { readonly read: JsonObject } | { readonly problem: string } {
  const read: Record<string, unknown> = {};
  for (const name of names) {
    const value = readParameter(typed[name] ?? '');
    if (!value.ok) return { problem: `Parameter ${name} is invalid: ${value.problem}` };
    read[name] = value.value;
  }
  return { read };
}

/** How the server counts lines of this request; null when it contains no script. */
export function sentScript(request: PatchRequest): SentScript | null {
  if (request.kind === 'patch-documents') return { kind: 'script', text: request.text };
  if (request.kind !== 'update-query') return null;
  const parts = splitUpdate(request.text);
  return {
    kind: 'update',
    text: request.text,
    updateLine: parts?.updateLine ?? 1,
    braceLine: parts?.braceLine ?? 1,
    hasAlias: sourceAlias(request.text) !== null,
    loads: loadedNames(request.text)?.length ?? 0,
  };
}

/** What a whole-collection delete is confirmed with: the source of a query without any condition; null otherwise. */
export function wholeSource(request: PatchRequest): string | null {
  if (request.kind !== 'delete-query') return null;
  const limits = new Set(['where', 'filter', 'limit', 'offset', 'filter_limit']);
  if (clauseWords(request.finds).some((word) => limits.has(word.text.toLowerCase()))) return null;
  const source = /\bfrom\s+(?:index\s+)?(?:"([^"]*)"|'([^']*)'|([^\s]+))/i.exec(request.finds);
  const [, inDoubleQuotes, inQuotes, bare] = source ?? [];
  return inDoubleQuotes ?? inQuotes ?? bare ?? null;
}

function problem(text: string): BuiltRequest {
  return { ok: false, problem: text };
}
