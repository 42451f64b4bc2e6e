/** What a running recording does, in words. Times are ms since 1970. */
import type { RecordingLength, RunningRecording } from '../../../contract/index.ts';
import { formatDateTime, formatMs } from '../../../ui/index.ts';

/** Whole seconds: a duration that is shown while it grows. */
export function secondsText(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1000)) * 1000;
  return whole === 0 ? '0 s' : formatMs(whole);
}

const minutesText = (minutes: number): string => formatMs(minutes * 60_000);

export function lengthText(length: RecordingLength): string {
  if (length.kind === 'next') return `Next ${minutesText(length.minutes)}`;
  const after =
    length.secondsAfter === 0 ? '' : `, and ${secondsText(length.secondsAfter * 1000)} after a trigger`;
  return `Last ${minutesText(length.minutes)}${after}`;
}

export const stateNames: Readonly<Record<RunningRecording['state'], string>> = {
  waiting: 'Waiting',
  starting: 'Starting',
  recording: 'Recording',
  ending: 'Completing file',
};

/** Whether no source gives answers now, such as while the server cannot be reached. */
export const isSilent = ({
  state,
  sources,
  failingSources,
}: Pick<RunningRecording, 'state' | 'sources' | 'failingSources'>): boolean =>
  state === 'recording' && sources > 0 && failingSources === sources;

type Timed = Pick<RunningRecording, 'state' | 'length' | 'startAt' | 'endAt'>;

/** `4 min 5 s, 5 min 55 s left`. */
export function progressText({ state, length, startAt, endAt }: Timed, now: number): string {
  if (state === 'waiting')
    return now < startAt
      ? `Starts in ${secondsText(startAt - now)}, at ${formatDateTime(startAt)} (${formatDateTime(startAt, { utc: true })})`
      : 'Starts now';
  if (state === 'starting') return 'Waits for the first answers of the server';
  if (state === 'ending') return 'Completes the file';
  const elapsed = secondsText(now - startAt);
  if (endAt !== null) return `${elapsed}, ${secondsText(endAt - now)} left`;
  return length.kind === 'last' ? `${elapsed}, until a trigger fires or you stop it` : elapsed;
}

/** 0 to 1; null while the end is not known. */
export function progressShare({ state, startAt, endAt }: Timed, now: number): number | null {
  if (state !== 'recording' || endAt === null || endAt <= startAt) return null;
  return Math.min(1, Math.max(0, (now - startAt) / (endAt - startAt)));
}

const MAX_NAMES = 5;

export function databasesText(databases: readonly string[]): string {
  if (databases.length === 0) return 'Server only';
  const rest = databases.length - MAX_NAMES;
  return `${databases.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
