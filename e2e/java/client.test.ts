/**
 * The tests of the Java client in `src/`, each reported under its own name. They run in one Java process per
 * environment: `rookeryd`, and a real RavenDB as the reference.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import '../client/environment/topic.ts';
import { runTests, type TestRun } from '../client/environment/run-tests.ts';

const folder = join(import.meta.dirname, 'src');
const environment = process.env.ROOKERY_CLIENT_ENVIRONMENT ?? 'rookeryd';
const serverUrl = inject('serverUrl');
const java = inject('java');

/** `Queries.indexesAreQueried`: read without Java, to report them as skipped. */
const names = readdirSync(folder)
  .sort()
  .flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const topic = /^class (\w+) extends Topic/m.exec(text)?.[1];
    if (topic === undefined) return [];
    return [...text.matchAll(/@Test\n\s+void (\w+)\(/g)].map(([, name]) => `${topic}.${name ?? ''}`);
  });
const topics = [...new Set(names.map((name) => name.replace(/\..*$/, '')))];

describe(`Java client on ${environment}`, () => {
  const reason =
    serverUrl === ''
      ? 'ROOKERY_TEST_RAVENDB_URL names no server'
      : 'missing' in java
        ? java.missing
        : undefined;
  if (reason !== undefined || 'missing' in java) {
    test.skip.each(names)(`%s: ${reason ?? ''}`, () => undefined);
    return;
  }

  let run: TestRun = { results: new Map(), said: '' };
  beforeAll(async () => {
    const args = ['-cp', java.classPath, 'RunTests', ...topics];
    run = await runTests('java', args, { ROOKERY_JAVA_SERVER: serverUrl });
  }, 300_000);

  test.each(names)('%s', (name) => {
    expect(run.results.get(name) ?? [`It did not run. ${run.said}`]).toEqual([]);
  });

  test('runs no other tests', () => {
    expect([...run.results.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });
});
