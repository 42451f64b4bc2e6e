/**
 * The tests of the Python client in `tests/`, each reported under its own name. They run in one Python process per
 * environment: `rookeryd`, and a real RavenDB as the reference.
 */
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import '../client/environment/topic.ts';

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

  let results = new Map<string, string[]>();
  let said = '';
  beforeAll(async () => {
    ({ results, said } = await runTests(python.program));
  }, 300_000);

  test.each(names)('%s', (name) => {
    expect(results.get(name) ?? [`It did not run. ${said}`]).toEqual([]);
  });

  test('runs no other tests', () => {
    expect([...results.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });
});

const line = z.object({ name: z.string(), error: z.string().nullable() });

/** The errors of each test, and what Python wrote besides. */
function runTests(program: string): Promise<{ results: Map<string, string[]>; said: string }> {
  return new Promise((resolve, reject) => {
    const results = new Map<string, string[]>();
    let said = '';
    const child = spawn(program, [join(folder, 'run.py')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ROOKERY_PYTHON_SERVER: serverUrl, PYTHONDONTWRITEBYTECODE: '1' },
    });
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    createInterface(child.stdout).on('line', (text) => {
      const { name, error } = line.parse(JSON.parse(text));
      // A part of a test has its name and its values.
      const test = name.replace(/ .*$/, '');
      results.set(test, [...(results.get(test) ?? []), ...(error === null ? [] : [error])]);
    });
    child.once('error', reject);
    child.once('close', () => resolve({ results, said }));
  });
}
