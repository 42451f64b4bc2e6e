export interface QueryCase {
  readonly query: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Members on which results can tie: the order among them is undefined. None: the order is defined. */
  readonly ties?: readonly string[];
}
