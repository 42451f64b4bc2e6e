/** Texts for the jobs that act on dates in the metadata of documents: archival, expiration, refresh. */
import { DEFAULT_JOB_FREQUENCY_SECONDS, type JobConfiguration } from '../../protocol/configuration.ts';
import { MAX_SCANNED_DOCUMENTS, type DocumentJob, type DueDocuments } from '../../protocol/document-jobs.ts';
import { pluralize } from '../../ui/format.ts';
import { SECONDS_IN, wholeUnit, type TimeUnit } from '../../ui/time-unit.ts';

/** The effective settings of a database without configuration. */
export const NO_JOB: JobConfiguration = { enabled: false, frequencySeconds: null, maxItems: null };

export type FrequencyUnit = Exclude<TimeUnit, 'days'>;

export function unitOf(seconds: number): FrequencyUnit {
  return wholeUnit(seconds, ['hours', 'minutes', 'seconds']);
}

export function frequencyText(seconds: number | null): string {
  const known = seconds ?? DEFAULT_JOB_FREQUENCY_SECONDS;
  const unit = unitOf(known);
  const count = known / SECONDS_IN[unit];
  return count === 1 ? `every ${unit.slice(0, -1)}` : `every ${pluralize(count, unit.slice(0, -1))}`;
}

export function sameJob(a: JobConfiguration, b: JobConfiguration): boolean {
  return a.enabled === b.enabled && a.frequencySeconds === b.frequencySeconds && a.maxItems === b.maxItems;
}

interface JobText {
  readonly title: string;
  readonly about: string;
  readonly neverSet: string;
  /** Label of the checkbox that enables it. */
  readonly enable: string;
  /** The date in a document: "archive date". */
  readonly date: string;
  /** "archive them". */
  readonly verb: string;
  /** What the first run and later runs cost. */
  readonly cost: readonly string[];
  /** What stays when it is disabled. */
  readonly disabled: string;
  /** What the first run does with documents that are already due: "archives them". */
  readonly firstRun: string;
}

export const jobTexts: Readonly<Record<DocumentJob, JobText>> = {
  archive: {
    title: 'Data archival',
    about:
      'Documents with an archive date (@archive-at) in the past are marked as archived. They stay readable by id; indexes and subscriptions exclude them by default.',
    neverSet: 'Not configured: no documents are archived, even if they have an archive date.',
    enable: 'Archive documents past their date',
    date: 'archive date',
    verb: 'archive',
    cost: [
      'Documents past their archive date are archived at the first run.',
      'Each archived document is written once more; indexes, subscriptions and replication process this write.',
    ],
    disabled: 'No more documents will be archived. Archive dates and archived documents stay unchanged.',
    firstRun: 'archives',
  },
  expire: {
    title: 'Document expiration',
    about:
      'Documents with an expiry date (@expires) in the past are deleted, with their attachments, counters and time series.',
    neverSet: 'Not configured: no documents expire, even if they have an expiry date.',
    enable: 'Delete documents past their date',
    date: 'expiry date',
    verb: 'delete',
    cost: [
      'Documents past their expiry date are deleted at the first run. This cannot be undone, except from revisions where they are enabled.',
      'Each deletion is a write: it leaves a tombstone, and indexes, subscriptions and replication process it.',
    ],
    disabled: 'No more documents will be deleted. Expiry dates stay in the documents.',
    firstRun: 'deletes',
  },
  refresh: {
    title: 'Document refresh',
    about:
      'Documents with a refresh date (@refresh) in the past are saved again without this date, so that indexes, subscriptions and replication process them.',
    neverSet: 'Not configured: no documents are refreshed, even if they have a refresh date.',
    enable: 'Refresh documents past their date',
    date: 'refresh date',
    verb: 'refresh',
    cost: [
      'Documents past their refresh date are refreshed at the first run.',
      'Each refresh is a write: the document gets a new change vector, a revision where they are enabled, and is indexed again.',
    ],
    disabled: 'No more documents will be refreshed. Refresh dates stay in the documents.',
    firstRun: 'refreshes',
  },
};

/** One sentence per change; empty without changes. */
export function jobChanges(
  job: DocumentJob,
  before: JobConfiguration,
  after: JobConfiguration,
): readonly string[] {
  const { date, verb, cost, disabled } = jobTexts[job];
  const sentences: string[] = [];
  const atOnce =
    after.maxItems === null
      ? 'all of them in one run'
      : `at most ${pluralize(after.maxItems, 'document')} per run`;
  if (after.enabled && !before.enabled)
    sentences.push(
      `The server will check ${frequencyText(after.frequencySeconds)} for documents past their ${date} and ${verb} them, ${atOnce}.`,
      ...cost,
    );
  else if (!after.enabled && before.enabled) sentences.push(disabled);
  else {
    const when = after.enabled ? '' : ` once ${jobTexts[job].title.toLowerCase()} is enabled`;
    if (before.frequencySeconds !== after.frequencySeconds)
      sentences.push(`The server will check ${frequencyText(after.frequencySeconds)}${when}.`);
    if (before.maxItems !== after.maxItems) sentences.push(`It will ${verb} ${atOnce}${when}.`);
  }
  return sentences;
}

/** What a count of due documents found. `enabled`: the job runs already. */
export function dueText(
  job: DocumentJob,
  { due, scanned, complete }: DueDocuments,
  enabled: boolean,
): string {
  const { date, firstRun } = jobTexts[job];
  const past = `past ${due === 1 ? 'its' : 'their'} ${date}`;
  const sample = complete
    ? `${pluralize(due, 'document is', 'documents are')} ${past} (${pluralize(scanned, 'document')} read).`
    : `Of ${pluralize(MAX_SCANNED_DOCUMENTS, 'document')} that were read, ${pluralize(due, 'is', 'are')} ${past}. The database has more documents.`;
  if (due === 0) return sample;
  return `${sample} The ${enabled ? 'next' : 'first'} run ${firstRun} ${due === 1 ? 'it' : 'them'}.`;
}
