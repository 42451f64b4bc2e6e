import { availableParallelism } from 'node:os';
import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { cargoTarget, inRoot } from './paths.ts';
import { inParallel } from './in-parallel.ts';
import { failedRustTests, hasSecondTry } from './failed-rust-tests.ts';
import { runBuffered, runWithOutput, type Output } from './test-output.ts';
import type { StageResult } from './test-counts.ts';

const native = inRoot('native');
const env = { ...process.env, CARGO_TARGET_DIR: cargoTarget };

/** What cargo prints per compiled target; other messages have no such fields. */
const artifact = z.object({
  reason: z.literal('compiler-artifact'),
  manifest_path: z.string(),
  profile: z.object({ test: z.literal(true) }),
  executable: z.string(),
});

interface TestProgram {
  readonly file: string;
  /** The folder of its crate: the tests' working directory, as under `cargo test`. */
  readonly crate: string;
}

/**
 * Compiles every Rust test, runs one test program per processor at a time (several wait most of their time), then the
 * examples in the documentation. Each program's output is printed as a whole when it ends.
 */
export async function runCargoTests(): Promise<Omit<StageResult, 'name'>> {
  const programs = longestFirst(await compile());
  const firsts = await inParallel(programs, availableParallelism(), async (program) => {
    const { file, crate } = program;
    const started = performance.now();
    const run = await runProgram(program);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`\n${basename(crate)}: ${basename(file)} (${seconds} s)\n${run.output.trim()}`);
    return run;
  });
  const outputs = await withSecondTries(programs, firsts);
  const examples = ['test', '--locked', '--workspace', '--doc', '--no-fail-fast', '--quiet'];
  outputs.push(await runWithOutput('cargo', examples, { cwd: native, env }));

  const sum = { passed: 0, failed: 0, skipped: 0 };
  const skipped: string[] = [];
  const names: string[] = [];
  for (const { code, output } of outputs) {
    let failed = 0;
    for (const match of output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/gm)) {
      sum.passed += Number(match[1]);
      failed += Number(match[2]);
      sum.skipped += Number(match[3]);
    }
    if (code !== 0) names.push(...failedRustTests(output));
    sum.failed += code !== 0 && failed === 0 ? 1 : failed;
    // A test that cannot run here prints `skipped: name: reason` (file capabilities, another user, …).
    for (const match of output.matchAll(/^skipped: (.+)$/gm)) skipped.push(match[1] ?? '');
  }
  return { counts: sum, skipped, failed: names };
}

/** Programs that take a minute or more, so that none of them is left alone at the end. */
const long = /^(abandoned|power_cuts|integration|scripts|nesting)-/;

function longestFirst(programs: readonly TestProgram[]): TestProgram[] {
  const isLong = ({ file }: TestProgram): boolean => long.test(basename(file));
  return [...programs.filter(isLong), ...programs.filter((each) => !isLong(each))];
}

function runProgram({ file, crate }: TestProgram, tests: readonly string[] = []): Promise<Output> {
  const args = ['--quiet', ...(tests.length === 0 ? [] : ['--exact', ...tests])];
  return runBuffered(file, args, { cwd: crate, env: { ...env, CARGO_MANIFEST_DIR: crate } });
}

/** Runs failed tests again where that is allowed, with nothing beside them. */
async function withSecondTries(
  programs: readonly TestProgram[],
  firsts: readonly Output[],
): Promise<Output[]> {
  const outputs: Output[] = [];
  for (const [number, first] of firsts.entries()) {
    const program = programs[number];
    const failed = first.code === 0 ? [] : failedRustTests(first.output);
    if (program === undefined || failed.length === 0 || !hasSecondTry(basename(program.crate), process.env)) {
      outputs.push(first);
      continue;
    }
    const second = await runProgram(program, failed);
    console.log(`\nsecond try of ${failed.join(', ')}\n${second.output.trim()}`);
    if (second.code !== 0) {
      outputs.push(first);
      continue;
    }
    for (const name of failed) console.log(`passed only at the second try: ${name}`);
    outputs.push({ code: 0, output: first.output.replace(/; \d+ failed;/, '; 0 failed;') }, second);
  }
  return outputs;
}

async function compile(): Promise<TestProgram[]> {
  const { code, output } = await runBuffered(
    'cargo',
    ['test', '--locked', '--workspace', '--no-run', '--message-format=json-render-diagnostics'],
    { cwd: native, env },
    'inherit',
  );
  if (code !== 0) throw new Error('The Rust tests did not compile.');
  const programs = output.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const read = artifact.safeParse(JSON.parse(line));
    return read.success ? [{ file: read.data.executable, crate: dirname(read.data.manifest_path) }] : [];
  });
  if (programs.length === 0) throw new Error('cargo reported no test program.');
  return programs;
}
