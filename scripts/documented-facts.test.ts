/** Compares statements of README.md, ARCHITECTURE.md and other documents with the code. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { queryCases } from '../e2e/ravendb/queries/query-cases.ts';
import { rqlPath } from '../src/protocol/rql-text.ts';
import { inRoot } from './paths.ts';

const read = (path: string): string => readFileSync(inRoot(path), 'utf8');
const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/(?:^|\/)(?:node_modules|target|screenshots)\//.test(name))
    .map((name) => join(folder, name));

describe('README.md', () => {
  const readme = read('README.md');

  test('names every prefix of the databases that tests create on a real server', () => {
    const tests = [
      ...filesBelow('e2e', /\.ts$/),
      ...filesBelow('src', /\.ravendb\.test\.ts$/),
      ...filesBelow('electron', /\.ravendb\.test\.ts$/),
    ];
    const prefixes = tests.flatMap((file) =>
      [...read(file).matchAll(/\b(?:name|database)\b[^`\n]*`([a-z]+(?:-[a-z]+)*-)\$\{/g)].map(
        (match) => match[1] ?? '',
      ),
    );
    expect(new Set(prefixes).size).toBeGreaterThan(4);
    expect(prefixes.filter((prefix) => !readme.includes(`\`${prefix}…\``))).toEqual([]);
  });

  test('names every dependency', () => {
    const npm = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    const names = [...Object.keys(npm.dependencies ?? {}), ...Object.keys(npm.devDependencies ?? {})];
    const manifest = read('native/Cargo.toml').split('[workspace.dependencies]')[1]?.split('\n[')[0] ?? '';
    const crates = [...manifest.matchAll(/^([a-z][\w-]*) = /gm)].map((match) => match[1] ?? '');
    expect(crates.length).toBeGreaterThan(20);
    const documented = [...names.filter((name) => !name.startsWith('@types/')), ...crates];
    expect(documented.filter((name) => !name.startsWith('rookery-') && !readme.includes(name))).toEqual([]);
  });

  test('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const file of ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'])
      for (const [, name = ''] of read(file).matchAll(/npm run ([\w:-]+)/g))
        expect(Object.keys(scripts), `${file}: npm run ${name}`).toContain(name);
  });

  test('does not call missing what the engine has', () => {
    const missing = /What the sandbox does not have[\s\S]*?\n\n/.exec(readme)?.[0] ?? '';
    const routes = filesBelow('native/api/src/routes', /\.rs$/).map(read).join('');
    expect(missing).toContain('vector search');
    for (const [words, route] of [
      ['time series', '/timeseries'],
      ['compare-exchange', '/cmpxchg'],
      ['subscriptions', '/subscriptions'],
      ['import and\nexport', '/smuggler'],
      ['backups', '/admin/backup'],
      ['replication', '/tasks/external-replication'],
      ['indexes and full RQL', '/admin/indexes'],
      ['JavaScript', '/docs'],
    ] as const)
      expect(missing.includes(words) && routes.includes(`{db}${route}`), words).toBe(false);
  });
});

test('e2e/README.md counts the queries that are compared', () => {
  expect(read('e2e/README.md')).toContain(`${queryCases.length} queries`);
});

describe('the size of the capture program', () => {
  /** The lines that its README counts: neither blank nor a comment, up to the tests of each file. */
  const lines = filesBelow('native/stackcap/src', /\.rs$/).reduce((sum, file) => {
    const code = read(file).split(/^#\[cfg\(test\)\]\n(?=mod )/m)[0] ?? '';
    return sum + code.split('\n').filter((line) => line.trim() !== '' && !/^\s*\/\//.test(line)).length;
  }, 0);
  const readme = read('native/stackcap/README.md');

  test('is what its README says, and what the table there adds up to', () => {
    expect(readme).toContain(`blank lines it is ${lines},`);
    const table = [...readme.matchAll(/^\| .* \| (\d+) \|$/gm)].map((match) => Number(match[1]));
    expect(table.reduce((sum, each) => sum + each, 0)).toBe(lines);
    expect(readme).toContain(`the ${lines - 600} lines above the aim`);
  });

  test('is what ARCHITECTURE.md says, to the hundred', () => {
    expect(read('ARCHITECTURE.md')).toContain(`about ${Math.round(lines / 100) * 100} lines`);
  });
});

describe('docs/walkthroughs.md', () => {
  const text = read('docs/walkthroughs.md');
  const steps = text.split(/\n(?=\d+\. )|\n\n/).filter((part) => /^\d+\. /.test(part));
  const inBackticks = (part: string, name: RegExp): string[] =>
    [...part.matchAll(/`([^`]+)`/g)].flatMap((match) => name.exec(match[1] ?? '')?.[1] ?? []);
  const pathsIn = (part: string): string[] => inBackticks(part, /^(\S*\/\S*)$/);
  const functionsIn = (part: string): string[] => inBackticks(part, /^(\w+)\(\)$/);

  test('names only paths that exist', () => {
    expect(pathsIn(text).filter((path) => !existsSync(inRoot(path)))).toEqual([]);
  });

  test('begins each step with a file and one of its functions', () => {
    expect(steps.length).toBeGreaterThan(60);
    expect(steps.filter((step) => !/^\d+\. `\S+\/\S+` · `\w+\(\)`/.test(step))).toEqual([]);
  });

  test('names in each step only functions of its files', () => {
    const unknown = steps.flatMap((step) => {
      const code = pathsIn(step).map(read).join('\n');
      const missing = functionsIn(step).filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
      return missing.map((name) => `${name}() in step ${step}`);
    });
    expect(unknown).toEqual([]);
  });
});

describe('documents', () => {
  if (!existsSync(inRoot('.git'))) {
    test.skip('their links and file names: this is no git checkout, so the list of files is missing');
    return;
  }
  const tracked = execFileSync('git', ['ls-files'], { cwd: inRoot('.'), encoding: 'utf8' }).split('\n');
  const documents = tracked.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');

  test.each(documents)('%s links only to files that exist', (file) => {
    const links = [...read(file).matchAll(/\]\(([^)#]+)\)/g)].map((match) => match[1] ?? '');
    const missing = links.filter(
      (link) => !/^https?:/.test(link) && !existsSync(join(dirname(inRoot(file)), link)),
    );
    expect(missing).toEqual([]);
  });

  test.each(documents)('%s names only source files that exist', (file) => {
    const text = read(file).replaceAll(/```[\s\S]*?```/g, '');
    const names = [...text.matchAll(/`([\w@./-]+\.(?:ts|tsx|rs|sh|css|cjs|toml))`/g)].map(
      (match) => match[1] ?? '',
    );
    const missing = names.filter(
      (name) => !tracked.some((path) => path === name || path.endsWith(`/${name}`)),
    );
    expect(missing).toEqual([]);
  });
});

test("rql-text.ts quotes the words that the sandbox's parser refuses as names", () => {
  const list = /QUOTED_NAMES: \[&str; \d+\] =\s*\[([^\]]*)\]/.exec(read('native/rql/src/grammar.rs'));
  const words = list?.[1]?.match(/\w+/g) ?? [];
  expect(words.length).toBeGreaterThan(4);
  for (const word of words) expect(rqlPath(word)).toBe(`'${word}'`);
});
