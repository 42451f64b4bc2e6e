import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inRoot } from '../../paths.ts';
import { helpInRust, readHelp } from './help-text.ts';
import { completions, launcher, manualPages, serverPath, versionLine } from './shell-files.ts';

const build = { commit: '0123456789ab', date: '2026-01-02' };
const serverFlags = [
  ...readFileSync(inRoot('native/server/src/arguments.rs'), 'utf8').matchAll(
    /"(--[\w-]+)"(?: \| "-\w")? =>/g,
  ),
].map((match) => match[1] ?? '');
const isLinux = process.platform === 'linux';

describe('readHelp', () => {
  test('reads sections, options with values, continued meanings and exit codes', () => {
    const help = readHelp(
      'x: does things\n\nUsage: x --data DIR\n       x stop\n\nWhere\n  --data DIR             the folder,\n                         made when missing\n  --stop-now\n                         at once\n  --help, --version      these\n\nExit codes\n  0  done\n\nIt prints one line: ready\n',
    );
    expect([help.program, help.summary, help.usage]).toEqual([
      'x',
      'does things',
      ['x --data DIR', 'x stop'],
    ]);
    expect(help.sections[0]).toEqual({
      title: 'Where',
      text: [],
      options: [
        { name: '--data', value: 'DIR', meaning: 'the folder, made when missing' },
        { name: '--stop-now', value: null, meaning: 'at once' },
        { name: '--help', value: null, meaning: 'these' },
        { name: '--version', value: null, meaning: 'these' },
      ],
    });
    expect(help.sections[1]).toMatchObject({ title: 'Exit codes', text: ['0  done'] });
    expect(help.sections[2]).toMatchObject({ title: '', text: ['It prints one line: ready'] });
  });

  test('rejects a Rust file without a help text', () => {
    expect(() => helpInRust('fn main() {}')).toThrow('HELP');
  });
});

describe('the files of the shell', () => {
  let folder = '';
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'rookery-shell-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('the manual page and every completion name every flag of rookeryd', () => {
    expect(serverFlags.length).toBeGreaterThan(20);
    const page = manualPages(build)['rookeryd.1'] ?? '';
    const { bash, zsh, fish } = completions().rookeryd;
    for (const flag of serverFlags) {
      expect(page, flag).toContain(flag.replaceAll('-', '\\-'));
      expect(bash, flag).toContain(flag);
      expect(zsh, flag).toContain(flag);
      expect(fish, flag).toContain(`-l ${flag.slice(2)} `);
    }
    expect(page).toContain('.SH EXIT CODES');
    expect(page).toContain('.SH EXPORT AND IMPORT: WHERE');
  });

  test('the help text of rookery names every option of serve mode', () => {
    const serve = readFileSync(inRoot('electron/serve/index.ts'), 'utf8');
    const block = /options: \{([\s\S]*?)\n {4}\},/.exec(serve)?.[1] ?? '';
    const names = [...block.matchAll(/^ +'?([\w-]+)'?: \{ type/gm)].map((match) => match[1] ?? '');
    expect(names.length).toBeGreaterThan(6);
    const help = readFileSync(inRoot('assets/linux/rookery-help.txt'), 'utf8');
    // The window's files are always those of the package.
    for (const name of names.filter((each) => each !== 'renderer')) expect(help).toContain(`--${name}`);
  });

  test.runIf(isLinux)('the launcher prints version and help, and rejects what it does not know', () => {
    const path = join(folder, 'rookery');
    writeFileSync(path, launcher(build), { mode: 0o755 });
    const run = (...args: string[]): string => execFileSync(path, args, { encoding: 'utf8' });
    expect(run('--version')).toBe(`${versionLine(build)}\n`);
    expect(versionLine(build)).toContain('commit 0123456789ab, built 2026-01-02');
    expect(run('--help')).toContain('Exit codes');
    for (const args of [['start'], ['open']])
      expect(() => execFileSync(path, args, { stdio: 'pipe' })).toThrow(
        expect.objectContaining({ status: 2 }),
      );
  });

  test.runIf(isLinux)('the launcher runs the commands about recordings with rookeryd', () => {
    const path = join(folder, 'package/bin/rookery');
    mkdirSync(join(folder, 'package/bin'), { recursive: true });
    writeFileSync(path, launcher(build), { mode: 0o755 });
    const server = join(folder, 'package', serverPath);
    mkdirSync(dirname(server), { recursive: true });
    writeFileSync(server, '#!/bin/sh\nprintf "%s|" "$@"\n', { mode: 0o755 });
    const run = (...args: string[]): string => execFileSync(path, args, { encoding: 'utf8' });
    expect(run('record', 'http://h', '--note', 'two words')).toBe('record|http://h|--note|two words|');
    expect(run('inspect', '--help')).toBe('inspect|--help|');
    expect(run('recording', 'rules')).toBe('recording|rules|');
  });

  test.runIf(isLinux)('bash completes commands and flags', () => {
    const path = join(folder, 'completion');
    writeFileSync(path, completions().rookeryd.bash);
    const complete = (words: string): string =>
      execFileSync(
        'bash',
        [
          '-c',
          `. ${path}; COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _rookeryd; echo "\${COMPREPLY[@]}"`,
        ],
        { encoding: 'utf8' },
      ).trim();
    expect(complete('rookeryd ex')).toBe('export');
    expect(complete('rookeryd --data x --max-c')).toBe('--max-connections');
    expect(complete('rookeryd import --no')).toBe('--no-new-revisions');
  });
});
