import { cargoTarget, inRoot } from './paths.ts';
import type { StageResult } from './test-counts.ts';
import { runWithOutput } from './test-output.ts';

/** Runs every Rust test, forwards the output and reads the summary line of each test binary. */
export async function runCargoTests(): Promise<Omit<StageResult, 'name'>> {
  const { code, output } = await runWithOutput(
    'cargo',
    ['test', '--locked', '--workspace', '--no-fail-fast', '--quiet'],
    { cwd: inRoot('native'), env: { ...process.env, CARGO_TARGET_DIR: cargoTarget } },
  );
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const match of output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/gm)) {
    sum.passed += Number(match[1]);
    sum.failed += Number(match[2]);
    sum.skipped += Number(match[3]);
  }
  // A test that cannot run here prints `skipped: name: reason` (file capabilities, another user, …).
  const skipped = [...output.matchAll(/^skipped: (.+)$/gm)].map((match) => match[1] ?? '');
  if (code !== 0 && sum.failed === 0) sum.failed = 1;
  return { counts: sum, skipped };
}
