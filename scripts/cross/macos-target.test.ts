import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compilerScript } from './macos-target.ts';

test.skipIf(process.platform === 'win32')('Zig gets its own target instead of those of Clang', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-cc-'));
  const file = join(folder, 'cc');
  writeFileSync(file, compilerScript('printf "%s\\n"', 'x86_64-macos'));
  chmodSync(file, 0o755);
  const args = [
    '--target=x86_64-apple-macosx',
    '-arch',
    'x86_64',
    '-mmacosx-version-min=10.12',
    '-c',
    'a b.c',
  ];
  const output = execFileSync(file, args, { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(output.split('\n').slice(0, -1)).toEqual(['cc', '-target', 'x86_64-macos', '-c', 'a b.c']);
});
