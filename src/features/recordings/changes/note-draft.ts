/** The form of notes, as a change of the recording. Pure. */
import { MAX_RECORDING_NOTE } from '../../../contract/index.ts';
import type { RecordingChange } from '../../../protocol/recorder.ts';
import { readTypedDate } from '../../../ui/typed-date.ts';
import { clockText } from '../times.ts';

export interface NoteDraft {
  readonly note: string;
  readonly time: string;
  readonly text: string;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** `2026-11-21 09:34:46.123 Z`, and without `Z` in local time. Reading it back is exact to a millisecond. */
export function momentText(us: number, utc: boolean): string {
  const date = new Date(us / 1000);
  if (utc) return `${date.toISOString().slice(0, 10)} ${clockText(us, true)} Z`;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clockText(us, false)}`;
}

export type ReadNotes =
  | { readonly kind: 'change'; readonly change: RecordingChange }
  | {
      readonly kind: 'problems';
      readonly note?: string;
      readonly time?: string;
      readonly text?: string;
      readonly nothing?: string;
    };

/** `extent` in µs. */
export function readNotes(draft: NoteDraft, before: string, extent: Span): ReadNotes {
  const note = draft.note.trim();
  const text = draft.text.trim();
  const tooLong = (given: string): string | undefined =>
    given.length > MAX_RECORDING_NOTE
      ? `A note has at most ${MAX_RECORDING_NOTE} characters; this one has ${given.length}.`
      : undefined;
  const noteProblem = tooLong(note);
  const textProblem = tooLong(text);
  const time = text === '' ? null : readTime(draft.time, extent);
  const timeProblem = typeof time === 'string' ? time : undefined;
  if (noteProblem !== undefined || textProblem !== undefined || timeProblem !== undefined)
    return {
      kind: 'problems',
      ...(noteProblem === undefined ? {} : { note: noteProblem }),
      ...(textProblem === undefined ? {} : { text: textProblem }),
      ...(timeProblem === undefined ? {} : { time: timeProblem }),
    };
  if (note === before && time === null) return { kind: 'problems', nothing: 'Nothing is changed.' };
  return {
    kind: 'change',
    change: {
      ...(note === before ? {} : { note }),
      ...(typeof time === 'number' ? { annotations: [{ time, text }] } : {}),
    },
  };
}

/** µs since 1970, or what is wrong. */
function readTime(typed: string, { from, to }: Span): number | string {
  const read = readTypedDate(typed);
  if (read.kind === 'empty') return 'Enter the time of the note.';
  if (read.kind === 'unreadable') return read.reason;
  // A typed time has milliseconds, the first and last row have microseconds.
  const us = Math.round(read.ms * 1000);
  if (us < from - 1000 || us > to + 1000) return 'This time is outside of the recording.';
  return Math.min(Math.max(us, Math.ceil(from)), Math.floor(to));
}
