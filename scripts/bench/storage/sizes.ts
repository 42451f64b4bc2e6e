import { parseArgs } from 'node:util';

export interface Sizes {
  /** Documents of the load that sides are compared by. */
  readonly load: number;
  /** Documents loaded before, so that nothing is measured cold. */
  readonly warmUp: number;
  /** Documents of the database whose opening is timed. */
  readonly open: number;
  /** Documents loaded with and without compression. */
  readonly compression: number;
  /** Seconds of each run of single requests. */
  readonly seconds: number;
  readonly megabytesOfJournal: number;
  /** Documents of the load that memory is watched over; 0 leaves it out. */
  readonly large: number;
  /** Figures of a quick run say that the bench works, and nothing else. */
  readonly quick: boolean;
  /** Rows to run; empty means all. */
  readonly only: readonly string[];
  /** Runs without a RavenDB even where one can be had. */
  readonly alone: boolean;
}

/** `--quick` for trying the bench itself, `--large` for ten million documents, `--only a,b` for some rows, `--alone`. */
export function sizesAskedFor(args: readonly string[]): Sizes {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      large: { type: 'boolean', default: false },
      alone: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  });
  const { quick, large, alone } = values;
  const only = values.only?.split(',') ?? [];
  if (quick)
    return {
      load: 10_000,
      warmUp: 1000,
      open: 20_000,
      compression: 5000,
      seconds: 1,
      megabytesOfJournal: 16,
      large: large ? 50_000 : 0,
      quick,
      only,
      alone,
    };
  return {
    load: 500_000,
    warmUp: 50_000,
    open: 1_000_000,
    compression: 500_000,
    seconds: 6,
    megabytesOfJournal: 256,
    large: large ? 10_000_000 : 0,
    quick,
    only,
    alone,
  };
}
