/** One compared value of both databases. */
export type RowState =
  | 'same'
  | 'different'
  /** Both sides claim to be current, but their values exclude each other. */
  | 'contradiction'
  /** Values that differ between any two databases: sizes, etags, ids. */
  | 'information'
  /** A side does not report the value. */
  | 'unknown';

export const sections = ['figures', 'collections', 'indexes', 'settings'] as const;
export type Section = (typeof sections)[number];

export interface CompareRow {
  readonly section: Section;
  /** The compared thing: a collection, an index, a setting. */
  readonly subject: string;
  /** The compared value of it: `Entries`. */
  readonly aspect: string;
  /** Null where it does not exist or is not reported. */
  readonly left: string | number | null;
  readonly right: string | number | null;
  readonly state: RowState;
  /** Explains a difference. */
  readonly note: string;
}

export function isDifference({ state }: CompareRow): boolean {
  return state === 'different' || state === 'contradiction';
}

export function stateOf(left: CompareRow['left'], right: CompareRow['right']): RowState {
  if (left === null || right === null) return 'unknown';
  return left === right ? 'same' : 'different';
}
