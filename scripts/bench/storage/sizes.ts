import { parseArgs } from 'node:util';

export interface Sizes {
  /** Documents of the compared load. */
  readonly load: number;
  /** Documents loaded first, to warm up. */
  readonly warmUp: number;
  /** Documents of the database whose opening is measured. */
  readonly open: number;
  /** Documents loaded with and without compression. */
  readonly compression: number;
  /** Seconds per run of single requests. */
  readonly seconds: number;
  readonly megabytesOfJournal: number;
  /** Documents of the load whose memory is measured; 0 skips it. */
  readonly large: number;
  /** Sizes of one growing database, with their names in goals.json. */
  readonly growth: readonly GrowthSize[];
  /** A quick run only checks that the bench works. */
  readonly quick: boolean;
  /** Rows to run; empty means all. */
  readonly only: readonly string[];
  /** Runs without RavenDB even where it is available. */
  readonly alone: boolean;
}

export interface GrowthSize {
  readonly name: '500k' | '1m' | '4m';
  readonly documents: number;
}

/**
 * `--quick` checks the bench itself, `--large` adds ten million documents and the growth to four million, `--only a,b`
 * selects rows, `--alone` skips RavenDB.
 */
export function parseSizes(args: readonly string[]): Sizes {
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
      growth: [
        { name: '500k', documents: 10_000 },
        { name: '4m', documents: 20_000 },
      ],
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
    growth: [
      { name: '500k', documents: 500_000 },
      { name: '1m', documents: 1_000_000 },
      { name: '4m', documents: 4_000_000 },
    ],
    quick,
    only,
    alone,
  };
}
