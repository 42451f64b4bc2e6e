/** Which file a stopped recording became: the answer to the stop does not name it. */
import type { RecordingsList, RunningRecording } from '../../../contract/index.ts';

export type Completed =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'not-yet' };

/**
 * `before`: the names of the files when it was stopped. Of several new files (others ended meanwhile) it is the one whose
 * start is nearest.
 */
export function completedFile(
  before: ReadonlySet<string>,
  stopped: Pick<RunningRecording, 'id' | 'startAt'>,
  { running, stored, failed }: RecordingsList,
): Completed {
  const failure = failed.find(({ id }) => id === stopped.id);
  if (failure) return { kind: 'failed', message: failure.message };
  if (running.some(({ id }) => id === stopped.id)) return { kind: 'not-yet' };
  const distance = (started: number | undefined): number =>
    started === undefined ? Infinity : Math.abs(started / 1000 - stopped.startAt);
  const [nearest] = stored
    .filter(({ name }) => !before.has(name))
    .sort((a, b) => distance(a.about?.started) - distance(b.about?.started));
  return nearest === undefined ? { kind: 'not-yet' } : { kind: 'file', name: nearest.name };
}
