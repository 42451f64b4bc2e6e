/** Which columns the table of a collection shows, in which order and width: remembered for each collection. Pure. */
import { z } from 'zod';

export interface ColumnChoice {
  /** In order; null shows those of most documents. */
  readonly shown: readonly string[] | null;
  /** Stay in view, in front of the others. */
  readonly pinned: readonly string[];
  /** In pixels, by column. */
  readonly widths: Readonly<Record<string, number>>;
}

export const noChoice: ColumnChoice = { shown: null, pinned: [], widths: {} };

const names = z.array(z.string()).max(200);
const choice = z.object({
  shown: names.nullable().catch(null),
  pinned: names.catch([]),
  widths: z.record(z.string(), z.number().min(16).max(4000)).catch({}),
});
const choices = z.record(z.string(), choice).catch({});

export type ColumnChoices = Readonly<Record<string, ColumnChoice>>;

/** Stored choices, also of other versions: what cannot be read falls back to the defaults. */
export function readColumnChoices(stored: unknown): ColumnChoices {
  return choices.parse(stored ?? {});
}

/** Collections whose columns are remembered; the ones changed last stay. */
const MAX_COLLECTIONS = 100;

export function withChoice(all: ColumnChoices, collection: string, next: ColumnChoice): ColumnChoices {
  const others = Object.entries(all).filter(([each]) => each !== collection);
  return Object.fromEntries([...others, [collection, next] as const].slice(-MAX_COLLECTIONS));
}

/** Columns in the order of the table: pinned ones first. */
export function shownColumns(of: ColumnChoice, defaults: readonly string[]): readonly string[] {
  const shown = of.shown ?? defaults;
  return [...shown.filter((name) => isPinned(of, name)), ...shown.filter((name) => !isPinned(of, name))];
}

export function isPinned(of: ColumnChoice, name: string): boolean {
  return of.pinned.includes(name);
}

/** A hidden column comes back at the end; the last one stays. */
export function toggled(of: ColumnChoice, defaults: readonly string[], name: string): ColumnChoice {
  const shown = shownColumns(of, defaults);
  if (!shown.includes(name)) return { ...of, shown: [...shown, name] };
  if (shown.length === 1) return of;
  return {
    ...of,
    shown: shown.filter((each) => each !== name),
    pinned: of.pinned.filter((each) => each !== name),
  };
}

/** Changes places with the neighbour; a pinned column stays among the pinned ones. */
export function moved(of: ColumnChoice, defaults: readonly string[], name: string, by: -1 | 1): ColumnChoice {
  const shown = [...shownColumns(of, defaults)];
  const from = shown.indexOf(name);
  const neighbour = shown[from + by];
  if (from < 0 || neighbour === undefined || isPinned(of, neighbour) !== isPinned(of, name)) return of;
  shown[from] = neighbour;
  shown[from + by] = name;
  return { ...of, shown };
}

export function pinToggled(of: ColumnChoice, defaults: readonly string[], name: string): ColumnChoice {
  const next = isPinned(of, name)
    ? { ...of, pinned: of.pinned.filter((each) => each !== name) }
    : { ...of, pinned: [...of.pinned, name] };
  return { ...next, shown: shownColumns(next, shownColumns(of, defaults)) };
}

export function resized(of: ColumnChoice, name: string, width: number): ColumnChoice {
  return { ...of, widths: { ...of.widths, [name]: width } };
}
