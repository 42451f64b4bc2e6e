/** The workflows run scripts of the repository alone, so that everybody can run the same steps. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from '../paths.ts';
import { stages } from '../test-stages.ts';
import { matrixValues, stepsOf } from './workflow-steps.ts';

const folder = inRoot('.github/workflows');
const files = readdirSync(folder);
const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** Why a command is no script of this repository; null when it is one. */
function objection(command: string): string | null {
  if (/[;&|<>`\\"'*]|\$\(/.test(command)) return 'it uses the shell';
  const [program, first = '', second = '', ...rest] = command.split(' ');
  if (command === 'npm ci') return null;
  if (program === 'node') return existsSync(inRoot(first)) ? null : `${first} does not exist`;
  if (program !== 'npm') return `${String(program)} is not npm or node`;
  const name = first === 'run' ? second : first;
  if (name === 'test' && rest[0] === '--only') {
    const unknown = (rest[1] ?? '').split(',').filter((only) => stages.every((stage) => stage.name !== only));
    if (unknown.length > 0) return `npm test has no stage ${unknown.join(', ')}`;
  }
  return name in scripts ? null : `package.json has no script ${name}`;
}

it.each(files)('%s runs scripts of the repository alone', (file) => {
  const text = readFileSync(inRoot('.github/workflows', file), 'utf8');
  const steps = stepsOf(text);
  // Nothing escapes the reader.
  expect(steps.filter(({ run }) => run !== null)).toHaveLength(text.match(/\brun:/g)?.length ?? 0);
  for (const { run, line } of steps) {
    if (run === null) continue;
    const matrix = /\$\{\{ *matrix\.(\w+) *\}\}/.exec(run)?.[1];
    const values = matrix === undefined ? [''] : matrixValues(text, matrix);
    expect(values.length, `${file}:${line}`).toBeGreaterThan(0);
    for (const value of values) {
      const command = run.replaceAll(/\$\{\{ *matrix\.\w+ *\}\}/g, value).replaceAll(/\$\{\{.*?\}\}/g, 'x');
      expect(objection(command), `${file}:${line}: ${command}`).toBeNull();
    }
  }
});

it.each(files)('%s takes no more rights than it needs, and pins every action to a version', (file) => {
  const text = readFileSync(inRoot('.github/workflows', file), 'utf8');
  expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
  for (const { uses, line } of stepsOf(text))
    if (uses !== null) expect(uses, `${file}:${line}`).toMatch(/^[\w-]+\/[\w-]+@(v\d+|[0-9a-f]{40})$/);
});

it('rejects commands of the shell, unknown scripts and unknown stages', () => {
  expect(objection('npm run lint && rm -rf x')).toContain('shell');
  expect(objection('cargo build')).toContain('cargo');
  expect(objection('npm run nothing')).toContain('nothing');
  expect(objection('node scripts/none.ts')).toContain('does not exist');
  expect(objection('npm test -- --only lint,nothing')).toContain('nothing');
});
