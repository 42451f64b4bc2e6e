import { obtainChromium } from './chromium.ts';
import { buildNodeSides, buildRenderer } from './build-bundles.ts';
import { buildNative } from './build-native.ts';
import { checkAdvisories } from './check-advisories.ts';
import { checkLicences } from './check-licences.ts';
import { cargoTarget, inRoot } from './paths.ts';
import { runAttackStage } from './attack/stage.ts';
import { runAddonTests } from './test-addon.ts';
import { runCargoTests } from './test-cargo.ts';
import { runPlaywright } from './test-playwright.ts';
import { runBuffered } from './test-output.ts';
import { runVitest } from './test-vitest.ts';
import { noCounts, type StageResult } from './test-counts.ts';

export interface Stage {
  readonly name: string;
  readonly what: string;
  /** Needs nothing of other stages and disturbs none: runs at the same time as its neighbours of this kind. */
  readonly independent?: true;
  run(): Promise<Omit<StageResult, 'name'>>;
}

const bin = (name: string): string =>
  inRoot('node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name);

const strictly = ['--max-warnings', '0'];

/** A check counts as one test per command. */
async function checks(
  commands: readonly (readonly [program: string, ...args: string[]])[],
  cwd = inRoot('.'),
): Promise<Omit<StageResult, 'name'>> {
  let counts = noCounts;
  for (const [program, ...args] of commands) {
    // In one piece: other checks run at the same time.
    const { code, output } = await runBuffered(program, args, {
      cwd,
      env: { ...process.env, CARGO_TARGET_DIR: cargoTarget },
    });
    if (output.trim() !== '') console.log(output.trim());
    if (code !== 0) console.error(`failed: ${program} ${args.join(' ')}`);
    counts = { ...counts, ...(code === 0 ? { passed: counts.passed + 1 } : { failed: counts.failed + 1 }) };
  }
  return { counts, skipped: [] };
}

export const stages: readonly Stage[] = [
  {
    name: 'lint',
    independent: true,
    what: 'ESLint with types, of the window',
    run: () => checks([[bin('eslint'), 'src', ...strictly]]),
  },
  {
    name: 'lint-node',
    independent: true,
    what: 'ESLint with types, of everything else',
    run: () => checks([[bin('eslint'), '.', '--ignore-pattern', 'src/**', ...strictly]]),
  },
  {
    name: 'rust-lint',
    independent: true,
    what: 'cargo fmt and clippy, warnings denied',
    run: () =>
      checks(
        [
          ['cargo', 'fmt', '--all', '--check'],
          ['cargo', 'clippy', '--locked', '--workspace', '--all-targets', '--quiet'],
        ],
        inRoot('native'),
      ),
  },
  {
    name: 'format',
    independent: true,
    what: 'Prettier',
    run: () => checks([[bin('prettier'), '--check', '--log-level', 'warn', '.']]),
  },
  {
    name: 'types',
    independent: true,
    what: 'TypeScript, strict, all parts',
    run: () =>
      checks(
        ['src', 'electron', 'e2e', 'scripts/bench/timeline/page', 'scripts/bench/plan/page'].map(
          (part) => [bin('tsc'), '-p', part] as const,
        ),
      ),
  },
  {
    name: 'layers',
    independent: true,
    what: "imports against ARCHITECTURE.md's table, no cycles in TypeScript or Rust",
    run: () =>
      checks([
        [bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'src', 'electron'],
        [process.execPath, inRoot('scripts/rust-modules/check.ts')],
      ]),
  },
  {
    name: 'advisories',
    independent: true,
    what: 'known vulnerabilities of the dependencies, where the advisories can be reached',
    run: () => checkAdvisories(),
  },
  { name: 'licences', independent: true, what: 'every dependency may be shipped', run: checkLicences },
  { name: 'rust', what: 'cargo test', run: runCargoTests },
  {
    name: 'addon',
    what: 'the Node-API addon as a program loads it: exports against its .d.ts, workers, two copies, closing',
    run: async () => {
      await buildNative('dev');
      return runAddonTests();
    },
  },
  {
    name: 'vitest',
    what: 'unit and integration tests of the TypeScript parts; the official npm client on rookeryd and on a real server',
    // Some tests load the real addon, and the client tests start rookeryd.
    run: async () => {
      await buildNative('dev');
      return runVitest();
    },
  },
  {
    name: 'attack',
    what: 'attacks on the running programs, in their short form (`npm run attack` for all of it)',
    run: async () => {
      await buildNative('dev');
      await Promise.all([buildRenderer(), buildNodeSides()]);
      return runAttackStage();
    },
  },
  {
    name: 'e2e',
    what: 'Playwright: served UI, real Electron, real RavenDB',
    run: async () => {
      await obtainChromium();
      await buildNative('dev');
      await Promise.all([buildRenderer(), buildNodeSides()]);
      return runPlaywright();
    },
  },
];
