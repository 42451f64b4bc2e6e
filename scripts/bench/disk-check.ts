/**
 * `npm run bench -- disk-check [FOLDER] [--quick]`: the disk check compared with fio, pattern by pattern, on the same disk in the same
 * run. A value is by how many percent the medians of all rounds differ. Buffered writes are compared too, and are without a goal:
 * they measure the memory and what the kernel writes at that moment.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildCheck, checkDisk } from './disk-check/check.ts';
import { layOut, fioVersion, runFio } from './disk-check/fio.ts';
import { nameOf, type Figures, type Pattern } from './disk-check/pattern.ts';
import { percentile, report } from './report.ts';
import { progress } from './storage/progress.ts';

interface Sides {
  readonly pattern: Pattern;
  readonly ours: Figures[];
  readonly fio: Figures[];
}

export async function run(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick');
  const [folder = tmpdir()] = args.filter((argument) => !argument.startsWith('--'));
  const version = await fioVersion();
  if (version === null)
    throw new Error('The bench compares with fio: install it (Debian: apt-get install fio).');
  if (quick) progress('a quick run: its figures say that the bench works, and nothing else');
  await buildCheck();
  const own = await mkdtemp(join(resolve(folder), 'rookery-bench-disk-check-'));
  try {
    const rounds = quick ? 1 : 5;
    const all = new Map<string, Sides>();
    for (let round = 1; round <= rounds; round++) {
      progress(`round ${round} of ${rounds}: disk check`);
      const measured = await checkDisk(own, quick ? 5 : 20);
      progress(`round ${round} of ${rounds}: fio ${version}`);
      const files = await layOut(own);
      for (const { pattern, ...ours } of measured) {
        if (pattern.method === 'Journal') continue;
        const sides = all.get(nameOf(pattern)) ?? { pattern, ours: [], fio: [] };
        all.set(nameOf(pattern), sides);
        sides.ours.push(ours);
        sides.fio.push(await runFio(files, pattern, quick ? 0.2 : 0.6));
      }
      await files.remove();
    }
    for (const [name, sides] of all) compare(name, sides, rounds, version);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

function compare(name: string, { pattern, ours, fio }: Sides, rounds: number, version: string): void {
  const isBuffered = pattern.method === 'Buffered';
  for (const figure of ['p50', 'rate'] as const) {
    const value = (side: readonly Figures[]): number =>
      percentile(
        side.map((round) => round[figure]),
        0.5,
      );
    const [we, they] = [value(ours), value(fio)];
    const spread = (side: readonly Figures[]): number[] =>
      [0, 1].map((p) =>
        rounded(
          percentile(
            side.map((round) => round[figure]),
            p,
          ),
        ),
      );
    report(
      'disk-check',
      isBuffered ? `buffered-${figure}-difference` : `${figure}-difference`,
      100 * Math.abs(we / they - 1),
      {
        pattern: name,
        unit_of_sides: figure === 'p50' ? 'µs' : 'operations/s',
        disk_check: rounded(we),
        fio: rounded(they),
        disk_check_range: spread(ours),
        fio_range: spread(fio),
        rounds,
        fio_version: version,
      },
    );
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
