/** The fields of the documents (`../documents.ts`) with values that occur in them and some that do not. */
export interface TextField {
  readonly path: string;
  readonly values: readonly string[];
}

export interface NumberField {
  readonly path: string;
  readonly low: number;
  readonly high: number;
  /** Fractions of the values: 4 for quarters. */
  readonly parts: number;
}

export const numbers: readonly NumberField[] = [
  { path: 'No', low: 0, high: 61, parts: 1 },
  { path: 'Amount', low: -1, high: 100, parts: 1 },
  { path: 'Price', low: 0, high: 10, parts: 4 },
  { path: 'Extra', low: 0, high: 7, parts: 1 },
  { path: 'Nest.Depth', low: 0, high: 6, parts: 1 },
];

export const arraysOfNumbers: readonly NumberField[] = [
  { path: 'Lines[].Quantity', low: 0, high: 6, parts: 1 },
];

export const texts: readonly TextField[] = [
  { path: 'Name', values: ['Name 00', 'Name 07', 'name 14', 'Name 19', 'Nobody'] },
  { path: 'City', values: ['Paris', 'paris', 'LONDON', 'Rome', 'Lyon', 'Oslo'] },
  { path: 'Code', values: ['c1', 'c11', 'c29', 'C5', 'c'] },
  { path: 'Kind', values: ['k0', 'k1', 'K2', 'k3', 'none'] },
  { path: 'Nest.Inner.Word', values: ['quick', 'fox', 'Lazy', 'bear', 'cat'] },
  { path: 'Owner', values: ['owners/0', 'owners/1', 'OWNERS/2', 'owners/9'] },
];

export const arraysOfTexts: readonly TextField[] = [
  { path: 'Tags', values: ['a', 'b', 'c', 'd', 'D', 'z'] },
  { path: 'Lines[].Product', values: ['p/0', 'p/1', 'P/4', 'p/9'] },
];

export const days = [
  '2024-01-10T00:00:00.0000000Z',
  '2024-03-12T00:00:00.0000000Z',
  '2024-05-14T12:00:00.0000000Z',
  '2024-09-19T00:00:00.0000000Z',
];

export const words = ['quick', 'brown', 'fox', 'lazy', 'dog', 'bear', 'river', 'stone', 'cat'];
