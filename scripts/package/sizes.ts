/** Sizes and checksums of what was made, compared with the budgets. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface Artefact {
  readonly path: string;
  /** In MB (10^6 bytes); null: no budget. */
  readonly budget: number | null;
}

export interface MeasuredArtefact {
  readonly name: string;
  readonly megabytes: number;
  readonly budget: number | null;
  readonly sha256: string;
}

export async function measure(artefacts: readonly Artefact[]): Promise<MeasuredArtefact[]> {
  return Promise.all(
    artefacts.map(async ({ path, budget }) => {
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      const megabytes = Math.round((await stat(path)).size / 1e5) / 10;
      return { name: basename(path), megabytes, budget, sha256: hash.digest('hex') };
    }),
  );
}

export const overBudget = (measured: readonly MeasuredArtefact[]): string[] =>
  measured
    .filter(({ megabytes, budget }) => budget !== null && megabytes > budget)
    .map(
      ({ name, megabytes, budget }) => `${name} has ${megabytes} MB, more than its budget of ${budget} MB`,
    );
