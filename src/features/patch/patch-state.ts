/** The saved state of a patch tab. Pure. */
import { z } from 'zod';
import { clauseWords } from '../../ui/rql/index.ts';

export const actions = ['patch', 'delete'] as const;
export type Action = (typeof actions)[number];

export const targets = ['query', 'documents'] as const;
export type Target = (typeof targets)[number];

/** The texts of a tab. Each combination of action and target has its own, so that switching loses nothing. */
export const textNames = ['updateQuery', 'deleteQuery', 'script'] as const;
export type TextName = (typeof textNames)[number];

export const views = ['test', 'run'] as const;
export type View = (typeof views)[number];

export const MAX_SAMPLES = 50;

const wholeNumber = z.number().int().positive();

/** A run that a reload interrupts: an operation continues on the server, requests by this window do not. */
const activeRun = z.object({
  action: z.enum(actions),
  /** Null: the documents are changed one by one by this window. */
  operation: z.number().nullable(),
  done: z.number(),
  total: z.number().nullable(),
  startedAt: z.number(),
});
export type ActiveRun = z.infer<typeof activeRun>;

const place = z.object({ line: z.number(), column: z.number(), scrollTop: z.number() });

const patchState = z.object({
  action: z.enum(actions).catch('patch'),
  target: z.enum(targets).catch('query'),
  updateQuery: z.string().catch(''),
  deleteQuery: z.string().catch(''),
  script: z.string().catch(''),
  /** One id per line, as typed. */
  ids: z.string().catch(''),
  /** Typed texts by parameter name. */
  parameters: z.record(z.string(), z.string()).catch({}),
  samples: wholeNumber.max(MAX_SAMPLES).catch(5),
  /** Tests this document instead of the first ones; empty: the first ones. */
  sampleId: z.string().catch(''),
  maxPerSecond: wholeNumber.nullable().catch(null),
  allowStale: z.boolean().catch(false),
  staleSeconds: wholeNumber.nullable().catch(null),
  ignoreScriptLimit: z.boolean().catch(false),
  onFailure: z.enum(['stop', 'continue']).catch('stop'),
  view: z.enum(views).catch('test'),
  places: z.partialRecord(z.enum(textNames), place).catch({}),
  activeRun: activeRun.nullable().catch(null),
});
export type PatchState = z.infer<typeof patchState>;

/** Parses saved state, also of older versions; invalid members fall back to defaults one by one. */
export function readPatchState(stored: unknown, params: Readonly<Record<string, string>>): PatchState {
  const given = typeof stored === 'object' && stored !== null ? stored : fromParams(params);
  return patchState.parse(given);
}

/** What another screen passes: a selection as a JSON array of ids, or a query with its parameters. */
function fromParams(params: Readonly<Record<string, string>>): object {
  const ids = z.array(z.string()).catch([]).parse(parsed(params.ids));
  if (ids.length > 0) return { target: 'documents', ids: ids.join('\n') };
  if (params.query === undefined) return {};
  const values = z.record(z.string(), z.unknown()).catch({}).parse(parsed(params.parameters));
  return {
    target: 'query',
    updateQuery: asUpdate(params.query),
    deleteQuery: findsOnly(params.query).join('\n'),
    parameters: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
  };
}

/** Undefined for a text that is not JSON: then the tab starts empty. */
function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The query with an update clause. `script`: its indented lines. */
export function asUpdate(query: string, script = '    '): string {
  const [finds = '', limit] = findsOnly(query);
  return `${finds}\nupdate {\n${script}\n}${limit === undefined ? '' : `\n${limit}`}`;
}

const projections = new Set(['select', 'include']);
const limits = new Set(['limit', 'offset']);

/** The query without what it returns, and its limit, which follows an update clause. */
function findsOnly(query: string): readonly string[] {
  const words = clauseWords(query);
  const parts = words.map((word, at) => ({
    name: word.text.toLowerCase(),
    text: query.slice(word.start, words[at + 1]?.start ?? query.length).trim(),
  }));
  const kept = parts.filter(({ name }) => !projections.has(name));
  const finds = kept.filter(({ name }) => !limits.has(name)).map(({ text }) => text);
  const limit = kept.filter(({ name }) => limits.has(name)).map(({ text }) => text);
  return [finds.join('\n'), ...(limit.length === 0 ? [] : [limit.join(' ')])];
}

export function textNameOf({ action, target }: Pick<PatchState, 'action' | 'target'>): TextName | null {
  if (target === 'query') return action === 'patch' ? 'updateQuery' : 'deleteQuery';
  return action === 'patch' ? 'script' : null;
}

/** Ids in order, each once. */
export function readIds(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ];
}
