import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildIfStale } from './build-stamp.ts';
import { inRoot } from './paths.ts';

let folder = '';
beforeEach(() => {
  mkdirSync(inRoot('dist'), { recursive: true });
  folder = relative(inRoot('.'), mkdtempSync(inRoot('dist/stamp-test-')));
  writeFileSync(inRoot(folder, 'input.ts'), '1');
  writeFileSync(inRoot(folder, 'output.js'), '1');
});
afterEach(() => {
  rmSync(inRoot('dist/stamps', basename(folder)), { force: true });
  rmSync(inRoot(folder), { recursive: true });
});

const run = (build: () => Promise<void>): Promise<'built' | 'fresh'> =>
  buildIfStale(basename(folder), [`${folder}/**/*.ts`], [`${folder}/output.js`], build);

test('builds at first, and again when an input is changed, added or removed or an output is gone', async () => {
  const build = vi.fn(() => Promise.resolve());
  expect(await run(build)).toBe('built');
  expect(await run(build)).toBe('fresh');
  writeFileSync(inRoot(folder, 'input.ts'), '22');
  expect(await run(build)).toBe('built');
  writeFileSync(inRoot(folder, 'second.ts'), '');
  expect(await run(build)).toBe('built');
  rmSync(inRoot(folder, 'second.ts'));
  expect(await run(build)).toBe('built');
  rmSync(inRoot(folder, 'output.js'));
  expect(await run(build)).toBe('built');
  expect(build).toHaveBeenCalledTimes(5);
});

test('builds again after a failure', async () => {
  expect(await run(() => Promise.resolve())).toBe('built');
  writeFileSync(inRoot(folder, 'input.ts'), '22');
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await run(() => Promise.resolve())).toBe('built');
});
