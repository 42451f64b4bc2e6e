/** Compiles the tests of crates for another platform and runs them through an emulator, one program after the other. */
import { basename, dirname, extname } from 'node:path';
import { z } from 'zod';
import { inRoot } from '../paths.ts';
import { runBuffered } from '../test-output.ts';
import { skipArguments, type LeftOut } from './left-out.ts';

const artifact = z.object({
  reason: z.literal('compiler-artifact'),
  manifest_path: z.string(),
  target: z.object({ name: z.string(), kind: z.array(z.string()) }),
  profile: z.object({ test: z.literal(true) }),
  executable: z.string(),
});

export interface TestProgram {
  /** `storage` for unit tests, `engine/power_cuts` for others. */
  readonly name: string;
  readonly file: string;
  readonly crate: string;
}

export interface CrossTarget {
  readonly triple: string;
  readonly crates: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

const native = inRoot('native');

export async function compileTests({ triple, crates, env }: CrossTarget): Promise<readonly TestProgram[]> {
  const { code, output } = await runBuffered(
    'cargo',
    [
      ...['test', '--locked', '--no-run', '--target', triple, '--message-format=json-render-diagnostics'],
      // `--lib --bins --tests`: examples are not run.
      ...['--lib', '--bins', '--tests', ...crates.flatMap((crate) => ['-p', `rookery-${crate}`])],
    ],
    { cwd: native, env },
    'inherit',
  );
  if (code !== 0) throw new Error(`The tests did not compile for ${triple}.`);
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const read = artifact.safeParse(JSON.parse(line));
    if (!read.success) return [];
    const { target, executable, manifest_path } = read.data;
    const crate = dirname(manifest_path);
    const isUnit = target.kind.every((kind) => kind !== 'test');
    const name = isUnit ? basename(crate) : `${basename(crate)}/${target.name}`;
    return [{ name, file: executable, crate }];
  });
}

export interface Emulator {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly leftOut: readonly LeftOut[];
}

/** A cut takes about ten times as long in an emulator; natively 10,000 are usual. */
const POWER_CUTS = '1000';

/** Prints every program's result and what was left out. True when nothing failed. */
export async function runPrograms(programs: readonly TestProgram[], emulator: Emulator): Promise<boolean> {
  const sum = { passed: 0, failed: 0, ignored: 0, skipped: 0 };
  for (const { name, file, crate } of programs) {
    const skip = skipArguments(emulator.leftOut, name);
    if (skip === null) continue;
    const started = performance.now();
    const { code, output } = await runBuffered(
      emulator.command,
      [...emulator.args, file, '--quiet', ...skip],
      {
        cwd: crate,
        env: { ROOKERY_POWER_CUTS: POWER_CUTS, ...emulator.env, CARGO_MANIFEST_DIR: crate },
      },
    );
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    const result =
      /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored; \d+ measured; (\d+) filtered/m.exec(
        output,
      );
    const [passed = 0, failed = 0, ignored = 0, skipped = 0] = (result?.slice(1) ?? []).map(Number);
    sum.passed += passed;
    sum.failed += code !== 0 && failed === 0 ? 1 : failed;
    sum.ignored += ignored;
    sum.skipped += skipped;
    console.log(
      result
        ? `${name}${extname(file)}: ${passed} passed, ${failed} failed (${seconds} s)`
        : `${name}${extname(file)}: ended with ${code} and no result (${seconds} s)`,
    );
    if (code !== 0) console.log(output.trim());
  }
  for (const { program, tests, reason } of emulator.leftOut)
    console.log(`left out: ${program}${tests.length === 0 ? '' : `: ${tests.join(', ')}`}: ${reason}`);
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.ignored} ignored, ${sum.skipped} left out`);
  return sum.failed === 0 && sum.passed > 0;
}
