/** The three dates in a document's metadata: how they are typed, and what the server does when one is due. Pure. */
import { JsonTextError } from '../../../protocol/json-text.ts';
import {
  dateMember,
  documentJobs,
  type DocumentJob,
  type JobSettings,
} from '../../../protocol/document-jobs.ts';
import { readMetadataMember, writeMetadataMember } from './editable-text.ts';
import {
  duration,
  readTypedDate,
  relativeTime,
  toServerDate,
  type TypedDate,
} from '../../../ui/typed-date.ts';

export const dateTitles: Readonly<Record<DocumentJob, string>> = {
  archive: 'Archive at',
  expire: 'Expires',
  refresh: 'Refresh',
};

/** The name of the job in the settings, and its section there. */
export const jobSettings: Readonly<Record<DocumentJob, { readonly name: string; readonly section: string }>> =
  {
    archive: { name: 'Data archival', section: 'archival' },
    expire: { name: 'Document expiration', section: 'expiration' },
    refresh: { name: 'Document refresh', section: 'refresh' },
  };

export const dateEffects: Readonly<Record<DocumentJob, string>> = {
  archive:
    'The server then marks the document as archived and removes this date. It stays readable by id; indexes and subscriptions leave it out by default.',
  expire:
    'The server then deletes the document with its attachments, counters and time series. Only its revisions stay, where they are enabled.',
  refresh:
    'The server then saves the document again without this date. The new version reaches indexes, subscriptions, ETL and replication.',
};

/** Typed texts that are not in the document: an unfinished or invalid date. */
export type TypedDates = Readonly<Partial<Record<DocumentJob, string>>>;

/** The date to write to the document, or null for none. */
export type ServerDate = string | null;

/** The typed date in server format; undefined when nothing is typed, or the text is invalid. */
export function typedServerDate(typed: string | undefined): ServerDate | undefined {
  if (typed === undefined) return undefined;
  const read = readTypedDate(typed);
  if (read.kind === 'unreadable') return undefined;
  return read.kind === 'date' ? toServerDate(read.ms) : null;
}

/** Why the typed dates cannot be saved. */
export function datesProblem(typed: TypedDates): string | undefined {
  for (const job of documentJobs) {
    const read = readTypedDate(typed[job] ?? '');
    if (read.kind === 'unreadable') return `${dateTitles[job]}: ${read.reason}`;
  }
  return undefined;
}

export function isTypingDate(typed: TypedDates): boolean {
  return documentJobs.some((job) => typed[job] !== undefined);
}

export function withoutTypedDate(typed: TypedDates, job: DocumentJob): TypedDates {
  return Object.fromEntries(Object.entries(typed).filter(([each]) => each !== job));
}

/** The text with all typed dates that are valid. */
export function withTypedDates(text: string, typed: TypedDates): string {
  return documentJobs.reduce((now, job) => {
    const date = typedServerDate(typed[job]);
    return date === undefined ? now : withDate(now, job, date);
  }, text);
}

/** An invalid text is returned unchanged; the banner above the editor shows why. */
export function withDate(text: string, job: DocumentJob, date: ServerDate): string {
  try {
    return writeMetadataMember(text, dateMember[job], date);
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return text;
    throw thrown;
  }
}

/** The date in a valid text, in the format of the form. */
export function dateInText(text: string, job: DocumentJob): TypedDate {
  const found = readMetadataMember(text, dateMember[job]);
  if (found.kind === 'absent') return { kind: 'empty' };
  if (found.kind === 'odd')
    return {
      kind: 'unreadable',
      reason: `The text holds ${found.json} here, which is not a date: the server ignores it.`,
    };
  const read = readTypedDate(found.value);
  return read.kind === 'unreadable'
    ? { kind: 'unreadable', reason: `The text holds "${found.value}", which the server will refuse.` }
    : read;
}

/** How this database runs a job, as far as known. */
export type JobState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'never-configured' }
  | { readonly kind: 'disabled' }
  | ({ readonly kind: 'enabled' } & Omit<JobSettings, 'enabled'>);

export function jobState(settings: JobSettings | null | undefined): JobState {
  if (settings === undefined) return { kind: 'unknown' };
  if (settings === null) return { kind: 'never-configured' };
  const { enabled, ...rest } = settings;
  return enabled ? { kind: 'enabled', ...rest } : { kind: 'disabled' };
}

const past: Readonly<Record<DocumentJob, string>> = {
  archive: 'archived',
  expire: 'deleted',
  refresh: 'refreshed',
};

/** One sentence about when the job acts on the document. */
export function whenDue(job: DocumentJob, ms: number, now: number, state: JobState): string {
  const away = relativeTime(ms, now);
  const runs =
    state.kind === 'enabled'
      ? ` (the server checks every ${duration(state.frequencySeconds)}${
          state.maxItems === null ? '' : `, at most ${state.maxItems} documents each time`
        })`
      : '';
  if (whyNothing(job, state) !== undefined) return ms <= now ? `In the past (${away}).` : `${capital(away)}.`;
  if (ms <= now) return `In the past (${away}): ${past[job]} at the next run${runs}.`;
  return `${capital(away)}, at the next run after that${runs}.`;
}

/** Why nothing will happen at that time; undefined where the job runs, or its settings are not known. */
export function whyNothing(job: DocumentJob, state: JobState): string | undefined {
  if (state.kind !== 'disabled' && state.kind !== 'never-configured') return undefined;
  const how = state.kind === 'disabled' ? 'is switched off' : 'was never switched on';
  return `${jobSettings[job].name} ${how} in this database: nothing will happen at that time.`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
