/** Dates in the metadata of many documents: the script that writes them. Pure. */
import { dateMember, documentJobs, type DocumentJob } from '../../protocol/document-jobs.ts';
import { clauseWords, splitUpdate } from '../../ui/rql/index.ts';
import { readTypedDate, toServerDate } from '../../ui/typed-date.ts';
import { asUpdate, type PatchState } from './patch-state.ts';

export const dateActions = ['keep', 'set', 'remove'] as const;
export type DateAction = (typeof dateActions)[number];

export interface DateChoice {
  readonly action: DateAction;
  /** As typed; used with `set`. */
  readonly typed: string;
}
export type DateChoices = Readonly<Record<DocumentJob, DateChoice>>;

const KEEP: DateChoice = { action: 'keep', typed: '' };
export const noChoices: DateChoices = { archive: KEEP, expire: KEEP, refresh: KEEP };

export const dateNames: Readonly<Record<DocumentJob, string>> = {
  archive: 'Archive at',
  expire: 'Expires',
  refresh: 'Refresh',
};

/** Why the choices cannot be written; undefined when they can. */
export function choicesProblem(choices: DateChoices): string | undefined {
  for (const job of documentJobs) {
    const { action, typed } = choices[job];
    if (action !== 'set') continue;
    const read = readTypedDate(typed);
    if (read.kind === 'empty') return `${dateNames[job]}: enter a date.`;
    if (read.kind === 'unreadable') return `${dateNames[job]}: ${read.reason}`;
  }
  return documentJobs.every((job) => choices[job].action === 'keep')
    ? 'Choose what changes: set or remove at least one date.'
    : undefined;
}

/** One statement per date that changes. `this` is the document with and without an alias in the query. */
export function dateStatements(choices: DateChoices): readonly string[] {
  return documentJobs.flatMap((job) => {
    const { action, typed } = choices[job];
    const member = `this['@metadata']['${dateMember[job]}']`;
    if (action === 'remove') return [`delete ${member};`];
    const read = readTypedDate(typed);
    return action === 'set' && read.kind === 'date' ? [`${member} = '${toServerDate(read.ms)}';`] : [];
  });
}

/** The query that finds the documents, without its update clause. */
export function findsOf({ updateQuery }: Pick<PatchState, 'updateQuery'>): string {
  return (splitUpdate(updateQuery)?.query ?? updateQuery).trim();
}

/** Why documents cannot be found by this text; undefined when the server can be asked. */
export function findsProblem(finds: string): string | undefined {
  if (finds.trim() === '') return 'Enter a query that finds the documents, such as: from Orders';
  return clauseWords(finds).some((word) => word.text.toLowerCase() === 'update')
    ? 'Leave the update clause out: it is written for you.'
    : undefined;
}

/** Adds the statements to the script of the current target. `finds` is used for a target by query. */
export function withDates(state: PatchState, choices: DateChoices, finds: string): Partial<PatchState> {
  const statements = dateStatements(choices);
  if (state.target === 'documents')
    return { action: 'patch', script: joined([state.script.trimEnd(), ...statements], '\n') };
  const script = splitUpdate(state.updateQuery)?.script ?? '';
  const lines = joined(
    [script.replace(/^\s*\n/, '').trimEnd(), ...statements.map((line) => `    ${line}`)],
    '\n',
  );
  return { action: 'patch', updateQuery: asUpdate(finds.trim(), lines) };
}

function joined(parts: readonly string[], by: string): string {
  return parts.filter((part) => part.trim() !== '').join(by);
}
