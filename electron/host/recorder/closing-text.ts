/** What closing the program does to recordings. Pure. */
import type { RecordingCounts } from './recorder.ts';

export interface ClosingText {
  readonly message: string;
  readonly detail: string;
}

/** Null: nothing is recorded or planned. */
export function closingText({ recording, planned }: RecordingCounts): ClosingText | null {
  if (recording + planned === 0) return null;
  const parts = [
    ...(recording > 0
      ? [recording === 1 ? '1 recording is running' : `${recording} recordings are running`]
      : []),
    ...(planned > 0
      ? [
          `${planned} ${recording > 0 ? '' : planned === 1 ? 'recording ' : 'recordings '}${planned === 1 ? 'is' : 'are'} planned`,
        ]
      : []),
  ];
  const details = [
    ...(recording > 0 ? ['Closing Rookery ends what is running and completes its files.'] : []),
    ...(planned > 0
      ? [
          'Planned recordings start only while Rookery runs. Those whose time passes until the next start are listed as missed.',
        ]
      : []),
  ];
  return { message: `${parts.join(', and ')}.`, detail: details.join(' ') };
}
