/** Texts for data archival: the current state, and the changes to save. */
import { DEFAULT_ARCHIVE_FREQUENCY_SECONDS, type DataArchival } from '../../protocol/configuration.ts';
import { pluralize } from '../../ui/index.ts';

/** The effective settings of a database without configuration. */
export const NO_ARCHIVAL: DataArchival = { enabled: false, frequencySeconds: null, maxItems: null };

export type FrequencyUnit = 'seconds' | 'minutes' | 'hours';
export const SECONDS_IN: Readonly<Record<FrequencyUnit, number>> = { seconds: 1, minutes: 60, hours: 3600 };

/** The largest unit in which the seconds are a whole number. */
export function unitOf(seconds: number): FrequencyUnit {
  if (seconds % 3600 === 0) return 'hours';
  return seconds % 60 === 0 ? 'minutes' : 'seconds';
}

export function frequencyText(seconds: number | null): string {
  const known = seconds ?? DEFAULT_ARCHIVE_FREQUENCY_SECONDS;
  const unit = unitOf(known);
  const count = known / SECONDS_IN[unit];
  return count === 1 ? `every ${unit.slice(0, -1)}` : `every ${pluralize(count, unit.slice(0, -1))}`;
}

export function sameArchival(a: DataArchival, b: DataArchival): boolean {
  return a.enabled === b.enabled && a.frequencySeconds === b.frequencySeconds && a.maxItems === b.maxItems;
}

/** One sentence per change; empty without changes. */
export function archivalChanges(before: DataArchival, after: DataArchival): readonly string[] {
  const sentences: string[] = [];
  const atOnce =
    after.maxItems === null
      ? 'all of them in one run'
      : `at most ${pluralize(after.maxItems, 'document')} per run`;
  if (after.enabled && !before.enabled)
    sentences.push(
      `The server will check ${frequencyText(after.frequencySeconds)} for documents past their archive date and archive them, ${atOnce}.`,
      'Documents past their archive date are archived at the first run.',
    );
  else if (!after.enabled && before.enabled)
    sentences.push(
      'No more documents will be archived. Archive dates and archived documents stay unchanged.',
    );
  else {
    const when = after.enabled ? '' : ' once archival is enabled';
    if (before.frequencySeconds !== after.frequencySeconds)
      sentences.push(`The server will check ${frequencyText(after.frequencySeconds)}${when}.`);
    if (before.maxItems !== after.maxItems) sentences.push(`It will archive ${atOnce}${when}.`);
  }
  return sentences;
}
