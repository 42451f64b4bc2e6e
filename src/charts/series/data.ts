/** A range of time in milliseconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** One line, or the bars of single events. */
export interface ChartLine {
  readonly id: string;
  readonly name: string;
  readonly shape: 'line' | 'bar';
  /** The place of its colour, 0 for the first. */
  readonly tone: 0 | 1;
  /** Values of larger distance are not connected; milliseconds. */
  readonly gapMs: number;
  /** Those with a value, ascending. */
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** Lines with the same unit. */
export interface ChartData {
  readonly id: string;
  readonly title: string;
  /** The least value at the upper edge. */
  readonly least: number;
  readonly lines: readonly ChartLine[];
  readonly format: (value: number) => string;
}
