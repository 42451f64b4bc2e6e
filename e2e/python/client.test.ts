/**
 * The tests of the Python client in `tests/`, each reported under its own name. They run in one Python process per
 * environment: `rookeryd`, and a real RavenDB as the reference.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import '../client/environment/topic.ts';
import { runTests, type TestRun } from '../client/environment/run-tests.ts';

const folder = import.meta.dirname;
const environment = process.env.ROOKERY_CLIENT_ENVIRONMENT ?? 'rookeryd';
const serverUrl = inject('serverUrl');
const python = inject('python');

/** `test_queries.Queries.test_conditions_select_documents`: read without Python, to report them as skipped. */
const names = readdirSync(join(folder, 'tests'))
  .filter((file) => /^test_\w+\.py$/.test(file))
  .sort()
  .flatMap((file) => {
    let topic = '';
    return readFileSync(join(folder, 'tests', file), 'utf8')
      .split('\n')
      .flatMap((line) => {
        topic = /^class (\w+)\(Topic\)/.exec(line)?.[1] ?? topic;
        const name = /^ {4}def (test_\w+)/.exec(line)?.[1];
        return name === undefined ? [] : [`${file.replace('.py', '')}.${topic}.${name}`];
      });
  });

describe(`Python client on ${environment}`, () => {
  const reason =
    serverUrl === ''
      ? 'ROOKERY_TEST_RAVENDB_URL names no server'
      : 'missing' in python
        ? python.missing
        : undefined;
  if (reason !== undefined || 'missing' in python) {
    test.skip.each(names)(`%s: ${reason ?? ''}`, () => undefined);
    return;
  }

  let run: TestRun = { results: new Map(), said: '' };
  beforeAll(async () => {
    run = await runTests(python.program, [join(folder, 'run.py')], {
      ROOKERY_PYTHON_SERVER: serverUrl,
      PYTHONDONTWRITEBYTECODE: '1',
    });
  }, 300_000);

  test.each(names)('%s', (name) => {
    expect(run.results.get(name) ?? [`It did not run. ${run.said}`]).toEqual([]);
  });

  test('runs no other tests', () => {
    expect([...run.results.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });
});
