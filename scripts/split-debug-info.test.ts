import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executable, inRoot } from './paths.ts';
import { splitDebugInfo } from './split-debug-info.ts';

const program = inRoot('dist/native', executable('stackcap'));
let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'rookery-split-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const buildId = (file: string): string | undefined =>
  /Build ID: (\w+)/.exec(execFileSync('readelf', ['--notes', file], { encoding: 'utf8' }))?.[1];

test.skipIf(process.platform !== 'linux')(
  'a split program is smaller, runs, and its debug file has its build id',
  async () => {
    const copy = join(folder, 'stackcap');
    copyFileSync(program, copy);
    const whole = statSync(copy).size;
    expect(await splitDebugInfo(copy)).toBe(true);
    expect(statSync(copy).size).toBeLessThan(whole / 2);
    expect(existsSync(`${copy}.debug`)).toBe(true);
    expect(buildId(copy)).toMatch(/^\w{40}$/);
    expect(buildId(`${copy}.debug`)).toBe(buildId(copy));
    expect(execFileSync(copy, ['--version'], { encoding: 'utf8' })).toBe(
      execFileSync(program, ['--version'], { encoding: 'utf8' }),
    );
  },
);
