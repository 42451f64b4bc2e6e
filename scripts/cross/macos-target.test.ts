import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stubText } from './macos-libraries.ts';
import { compilerScript } from './macos-target.ts';

const systemTest = test.skipIf(process.platform === 'win32');

/** What the script passes to Zig. */
function passed(args: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-cc-'));
  const file = join(folder, 'cc');
  writeFileSync(file, compilerScript('printf "%s\\n"', 'x86_64-macos', '/stubs of macOS'));
  chmodSync(file, 0o755);
  const output = execFileSync(file, args, { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return output.split('\n').slice(0, -1);
}

systemTest('Zig gets its own target instead of those of Clang', () => {
  const clang = ['--target=x86_64-apple-macosx', '-arch', 'x86_64', '-mmacosx-version-min=10.12'];
  expect(passed([...clang, '-c', 'a b.c'])).toEqual(['cc', '-target', 'x86_64-macos', '-c', 'a b.c']);
});

systemTest('the linker finds the libraries of macOS', () => {
  const search = ['-L', '/stubs of macOS', '-F', '/stubs of macOS'];
  expect(passed(['a.o', '-liconv'])).toEqual(['cc', '-target', 'x86_64-macos', ...search, 'a.o', '-liconv']);
});

test('a stub names the place of a library on each Mac, and its functions', () => {
  const stub = stubText({ installName: '/usr/lib/libz.1.dylib', functions: ['inflate', 'deflate'] });
  expect(stub).toContain("install-name: '/usr/lib/libz.1.dylib'");
  expect(stub).toContain('symbols: [ _inflate, _deflate ]');
});
