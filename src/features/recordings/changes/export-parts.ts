/** The parts of a recording that are exported in formats of other tools. Pure. */
import type { RecordingOverview, RecordingPart } from '../../../contract/index.ts';

export type PartFormat = RecordingPart['format'];

export interface PartChoices {
  readonly databases: readonly string[];
  readonly tables: readonly string[];
  /** Why a format cannot be chosen. */
  readonly missing: Readonly<Partial<Record<PartFormat, string>>>;
}

export const formatNames: Readonly<Record<PartFormat, string>> = {
  io: 'I/O metrics of a database',
  speedscope: 'Stacks for speedscope',
  csv: 'A table as CSV',
};

export const formatHints: Readonly<Record<PartFormat, string>> = {
  io: 'RavenDB’s JSON, which the I/O screen opens.',
  speedscope: 'All captured stacks as a profile, which the Threads screen opens too.',
  csv: 'All rows of a table. Texts that a spreadsheet would run are neutralized.',
};

export function partChoices({ manifest, counts }: RecordingOverview): PartChoices {
  const filled = counts.filter(({ rows }) => rows > 0).map(({ table }) => table);
  return {
    databases: manifest.databases,
    tables: filled,
    missing: {
      ...(filled.includes('io') ? {} : { io: 'The recording has no I/O.' }),
      ...(filled.includes('stacks') ? {} : { speedscope: 'The recording has no stacks.' }),
      ...(filled.length > 0 ? {} : { csv: 'The recording has no rows.' }),
    },
  };
}

export function partOf(format: PartFormat, database: string, table: string): RecordingPart {
  if (format === 'io') return { format, database };
  return format === 'csv' ? { format, table } : { format };
}
