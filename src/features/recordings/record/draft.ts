/** What the form of a recording holds, as what is sent. Pure. */
import {
  MAX_RECORDED_DATABASES,
  MAX_RECORDING_NOTE,
  type RecordedRequests,
  type RecorderRequest,
  type RecordingLogLevel,
  type RecordingTrigger,
} from '../../../contract/index.ts';
import type { DatabaseInfo } from '../../../protocol/databases.ts';
import { readTypedDate } from '../../../ui/typed-date.ts';

export type TriggerKind = RecordingTrigger['kind'];

export interface TriggerDraft {
  readonly id: number;
  readonly kind: TriggerKind;
  /** As typed: milliseconds, percent or the pattern. */
  readonly value: string;
}

export interface RecordDraft {
  readonly connection: string;
  /** Null: the default, see `defaultDatabases`. */
  readonly databases: readonly string[] | null;
  readonly length: 'next' | 'last';
  readonly minutes: string;
  readonly secondsAfter: string;
  readonly triggers: readonly TriggerDraft[];
  readonly logLevel: RecordingLogLevel;
  readonly requests: RecordedRequests;
  readonly mostPerSecond: string;
  readonly note: string;
  readonly maxMegabytes: string;
  readonly start: 'now' | 'later';
  readonly startAt: string;
}

export const MAX_TRIGGERS = 12;

/** The defaults of `rookeryd record`. */
export function newDraft(connection: string): RecordDraft {
  return {
    connection,
    databases: null,
    length: 'next',
    minutes: '10',
    secondsAfter: '30',
    triggers: [],
    logLevel: 'Warn',
    requests: 'all',
    mostPerSecond: '1000',
    note: '',
    maxMegabytes: '240',
    start: 'now',
    startAt: '',
  };
}

export const triggerKinds: Readonly<
  Record<
    TriggerKind,
    { readonly label: string; readonly value: string; readonly unit: string; readonly initial: string }
  >
> = {
  'slow-write': { label: 'Slow journal write', value: 'Longer than', unit: 'ms', initial: '200' },
  'slow-request': { label: 'Slow request', value: 'Longer than', unit: 'ms', initial: '5000' },
  'slow-query': { label: 'Slow query', value: 'Runs for', unit: 'ms', initial: '5000' },
  stall: { label: 'Stalled statistics', value: 'No answer for', unit: 'ms', initial: '3000' },
  cpu: { label: 'Busy processor', value: 'At least', unit: '%', initial: '90' },
  log: { label: 'Log line', value: 'Matches pattern', unit: '', initial: '' },
};

/** Loaded databases, as many as can be recorded; without any, the current one. */
export function defaultDatabases(
  databases: readonly DatabaseInfo[],
  current: string | null,
): readonly string[] {
  const loaded = databases.filter(({ upTime, disabled }) => upTime !== null && !disabled);
  const names = loaded.map(({ name }) => name);
  if (names.length === 0)
    return current !== null && databases.some(({ name }) => name === current) ? [current] : [];
  // The current one is always among them.
  const first = current !== null && names.includes(current) ? [current] : [];
  return [...new Set([...first, ...names])].slice(0, MAX_RECORDED_DATABASES);
}

interface Limits {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}

/** A number, or the sentence that says what is wrong with it. */
export function readNumber(typed: string, { min, max, whole }: Limits): number | string {
  const text = typed.trim();
  if (text === '') return 'Enter a number.';
  const value = Number(text);
  if (!Number.isFinite(value)) return `“${text}” is not a number.`;
  if (whole && !Number.isInteger(value)) return 'Enter a whole number.';
  if (value < min) return `Enter at least ${min}.`;
  return value > max ? `Enter at most ${max.toLocaleString('en')}.` : value;
}

const limits = {
  minutes: { min: 0.1, max: 10_080, whole: false },
  secondsAfter: { min: 0, max: 3600, whole: true },
  maxMegabytes: { min: 1, max: 240, whole: true },
  mostPerSecond: { min: 1, max: 1_000_000, whole: true },
  ms: { min: 1, max: 86_400_000, whole: true },
  percent: { min: 1, max: 100, whole: false },
} satisfies Record<string, Limits>;

const MAX_PATTERN = 500;

function readTrigger({ kind, value }: TriggerDraft): RecordingTrigger | string {
  if (kind === 'log') {
    if (value.trim() === '') return 'Enter a pattern, such as timeout|refused.';
    if (value.length > MAX_PATTERN) return `A pattern has at most ${MAX_PATTERN} characters.`;
    return { kind, pattern: value };
  }
  const number = readNumber(value, kind === 'cpu' ? limits.percent : limits.ms);
  if (typeof number === 'string') return number;
  return kind === 'cpu' ? { kind, percent: number } : { kind, ms: number };
}

export interface DraftProblems {
  readonly connection?: string;
  readonly databases?: string;
  readonly minutes?: string;
  readonly secondsAfter?: string;
  readonly maxMegabytes?: string;
  readonly mostPerSecond?: string;
  readonly note?: string;
  readonly startAt?: string;
  /** By the id of the trigger. */
  readonly triggers: ReadonlyMap<number, string>;
}

export type ReadDraft =
  | { readonly kind: 'request'; readonly request: RecorderRequest }
  | { readonly kind: 'problems'; readonly problems: DraftProblems };

/** `databases`: those that are chosen, or the default. */
export function readDraft(draft: RecordDraft, databases: readonly string[], now: number): ReadDraft {
  const minutes = readNumber(draft.minutes, limits.minutes);
  const secondsAfter = draft.length === 'last' ? readNumber(draft.secondsAfter, limits.secondsAfter) : 0;
  const maxMegabytes = readNumber(draft.maxMegabytes, limits.maxMegabytes);
  const mostPerSecond = readNumber(draft.mostPerSecond, limits.mostPerSecond);
  const startAt = readStart(draft, now);
  const triggers = draft.triggers.map((each) => [each.id, readTrigger(each)] as const);
  const sound = triggers.flatMap(([, read]) => (typeof read === 'string' ? [] : [read]));
  const tooMany = databases.length > MAX_RECORDED_DATABASES;
  const note = draft.note.trim();
  if (
    draft.connection === '' ||
    tooMany ||
    typeof minutes === 'string' ||
    typeof secondsAfter === 'string' ||
    typeof maxMegabytes === 'string' ||
    typeof mostPerSecond === 'string' ||
    typeof startAt === 'string' ||
    note.length > MAX_RECORDING_NOTE ||
    sound.length < triggers.length
  )
    return {
      kind: 'problems',
      problems: {
        ...(draft.connection === '' ? { connection: 'Choose a server.' } : {}),
        ...(tooMany
          ? {
              databases: `Choose at most ${MAX_RECORDED_DATABASES} databases; ${databases.length} are chosen.`,
            }
          : {}),
        ...(typeof minutes === 'string' ? { minutes } : {}),
        ...(typeof secondsAfter === 'string' ? { secondsAfter } : {}),
        ...(typeof maxMegabytes === 'string' ? { maxMegabytes } : {}),
        ...(typeof mostPerSecond === 'string' ? { mostPerSecond } : {}),
        ...(typeof startAt === 'string' ? { startAt } : {}),
        ...(note.length > MAX_RECORDING_NOTE
          ? { note: `A note has at most ${MAX_RECORDING_NOTE} characters; this one has ${note.length}.` }
          : {}),
        triggers: new Map(
          triggers.flatMap(([id, read]) => (typeof read === 'string' ? [[id, read] as const] : [])),
        ),
      },
    };
  return {
    kind: 'request',
    request: {
      connection: draft.connection,
      databases: [...databases],
      length: draft.length === 'next' ? { kind: 'next', minutes } : { kind: 'last', minutes, secondsAfter },
      triggers: sound,
      logLevel: draft.logLevel,
      requests: draft.requests,
      mostPerSecond,
      note,
      maxMegabytes,
      startAt,
    },
  };
}

/** ms since 1970; null: now; or what is wrong. */
function readStart({ start, startAt }: RecordDraft, now: number): number | null | string {
  if (start === 'now') return null;
  const read = readTypedDate(startAt);
  if (read.kind === 'empty') return 'Enter a date and time, such as 2026-12-31 18:30.';
  if (read.kind === 'unreadable') return read.reason;
  return read.ms <= now ? 'This time has passed.' : read.ms;
}
