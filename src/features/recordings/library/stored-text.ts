/** Stored recordings as texts. Pure. */
import type { StoredRecording } from '../../../contract/index.ts';

/** ms since 1970; of a file that cannot be read, when it was written. */
export const startOf = ({ about, modified }: StoredRecording): number =>
  about === null ? modified : about.started / 1000;

/** The newest start first. */
export const newestFirst = (stored: readonly StoredRecording[]): readonly StoredRecording[] =>
  [...stored].sort((a, b) => startOf(b) - startOf(a));

export function serverText({ about }: StoredRecording): string {
  if (about === null) return '–';
  const parts = [about.server, about.serverVersion].filter((part) => part !== '');
  return parts.length === 0 ? '–' : parts.join(' · ');
}

/** What the filter finds. */
export function matches(recording: StoredRecording, filter: string): boolean {
  const wanted = filter.trim().toLowerCase();
  if (wanted === '') return true;
  const { name, about } = recording;
  return [name, about?.server, about?.note, ...(about?.databases ?? [])].some(
    (text) => text?.toLowerCase().includes(wanted) === true,
  );
}
