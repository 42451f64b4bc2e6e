/**
 * Runs the steps of a workflow's job on this machine, as CI does: `node scripts/ci/run-job.ts checks.yml lint`. Actions
 * (checkout, caches, uploads) and `npm ci` are named and left out; `--set system=arm64` chooses a value of the matrix.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inRoot } from '../paths.ts';
import { mustRun } from '../run-command.ts';
import { matrixValues, stepsOf } from './workflow-steps.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
  },
});
const [file = '', job = ''] = positionals;
const text = readFileSync(inRoot('.github/workflows', file), 'utf8');
const steps = stepsOf(text).filter((step) => step.job === job);
if (steps.length === 0) {
  const jobs = [...new Set(stepsOf(text).map((step) => step.job))];
  throw new Error(`${file} has the jobs ${jobs.join(', ')}, not "${job}".`);
}
const chosen = new Map(
  values.set.map((each): [string, string] => [each.split('=')[0] ?? '', each.split('=')[1] ?? '']),
);

function filledIn(command: string): string {
  return command.replace(/\$\{\{ *(?:matrix|github)\.(\w+) *\}\}/g, (_all, name: string) => {
    const value = chosen.get(name) ?? matrixValues(text, name)[0];
    if (value === undefined) throw new Error(`Pass --set ${name}=VALUE.`);
    return value;
  });
}

for (const { run, uses } of steps) {
  if (run === null || run === 'npm ci') {
    console.log(`left out: ${uses ?? run ?? ''}`);
    continue;
  }
  const [program = '', ...args] = filledIn(run).split(' ');
  console.log(`\n$ ${[program, ...args].join(' ')}`);
  if (!values.list) await mustRun(`The step "${run}"`, program === 'node' ? process.execPath : program, args);
}
