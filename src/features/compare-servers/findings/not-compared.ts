/** The parts that could not be read: the rest is compared without them. Pure. */
import { readError } from '../../../ui/read-error.ts';
import type { Part } from '../readings/part.ts';
import { readingError, type Both, type FigureReading, type Structure } from '../readings/reading.ts';

export interface NotCompared {
  /** `index definitions of shop on staging` */
  readonly what: string;
  readonly error: unknown;
}

export function notCompared(
  names: Both<string>,
  current: FigureReading | undefined,
  structure: Both<Structure> | null,
): readonly NotCompared[] {
  if (!current) return [];
  return (['left', 'right'] as const).flatMap((side) => {
    const figures = current[side];
    const whole = readingError(figures);
    if (whole !== undefined) return [{ what: names[side], error: whole }];
    const parts: readonly (readonly [string, Part<unknown> | undefined])[] = [
      ['collections', figures.collections],
      ['statistics of indexes', figures.indexes],
      ['server version', structure?.[side].version],
      ['index definitions', structure?.[side].definitions],
      ['database record', structure?.[side].settings],
    ];
    return parts.flatMap(([what, part]) =>
      part?.kind === 'failed' ? [{ what: `${what} of ${names[side]}`, error: part.error }] : [],
    );
  });
}

/** For files: `database record of shop on staging: Not authorized.` */
export function notComparedText({ what, error }: NotCompared): string {
  return `${what}: ${readError(error).message}`;
}
