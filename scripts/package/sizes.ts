/** Sizes and checksums of what was made, compared with the budgets. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
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

/** `SHA256SUMS` of the folder: of these packages, and of those that an earlier run made for another system. */
export async function writeSums(folder: string, measured: readonly MeasuredArtefact[]): Promise<void> {
  const file = join(folder, 'SHA256SUMS');
  const earlier = existsSync(file) ? readFileSync(file, 'utf8') : '';
  await writeFile(
    file,
    sumsText(earlier, measured, (name) => existsSync(join(folder, name))),
  );
}

/** Sorted by name. Lines of an earlier run are kept for files that still exist; those of `measured` replace them. */
export function sumsText(
  earlier: string,
  measured: readonly MeasuredArtefact[],
  exists: (name: string) => boolean,
): string {
  const sums = new Map<string, string>();
  for (const line of earlier.split('\n')) {
    const [sum = '', name = ''] = line.split('  ');
    if (name !== '' && exists(name)) sums.set(name, sum);
  }
  for (const { name, sha256 } of measured) sums.set(name, sha256);
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, sum]) => `${sum}  ${name}\n`)
    .join('');
}
