/** The editor of patches offers the functions that a server has, and no others. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import {
  scriptFunctions,
  scriptMembers,
  timeSeriesMembers,
  type ScriptWord,
} from '../../../src/ui/rql/script-words.ts';

/** One complete use of each function. */
const uses: Readonly<Record<string, string>> = {
  id: 'id(this)',
  getMetadata: 'getMetadata(this)',
  lastModified: 'lastModified(this)',
  load: "load('users/1')",
  put: "put('users/2', { Name: 'b' })",
  del: "del('users/3')",
  output: "output('x')",
  counter: "counter(this, 'likes')",
  incrementCounter: "incrementCounter(this, 'likes', 1)",
  deleteCounter: "deleteCounter(this, 'likes')",
  timeseries: "timeseries(this, 'HeartRate')",
  cmpxchg: "cmpxchg('key')",
  startsWith: "startsWith('ab', 'a')",
  endsWith: "endsWith('ab', 'b')",
  regex: "regex('ab', 'a')",
  'archived.archiveAt': "archived.archiveAt(this, '2100-01-01T00:00:00.0000000Z')",
  'archived.unarchive': 'archived.unarchive(this)',
  'console.log': "console.log('x')",
  'timeseries.append': "timeseries(this, 'HeartRate').append('2020-01-01', [1], 'tag')",
  'timeseries.increment': "timeseries(this, 'INC:Views').increment('2020-01-01', 1)",
  'timeseries.getStats': "timeseries(this, 'HeartRate').getStats()",
  'timeseries.delete': "timeseries(this, 'HeartRate').delete('2020-01-01', '2020-01-02')",
  'timeseries.get': "timeseries(this, 'HeartRate').get('2020-01-01', '2020-01-02')",
};

type Offered = Pick<ScriptWord, 'name'>;

const offered: readonly Offered[] = [
  ...scriptFunctions,
  ...Object.entries(scriptMembers).flatMap(([owner, members]) =>
    members.map((member) => ({ name: `${owner}.${member.name}` })),
  ),
  ...timeSeriesMembers.map((member) => ({ name: `timeseries.${member.name}` })),
];

const answer = z.object({ Debug: z.object({ Info: z.array(z.unknown()) }) });

class Database {
  readonly name = `completion-${randomBytes(4).toString('hex')}`;
  readonly #url: string;

  constructor(url: string) {
    this.#url = url.replace(/\/$/, '');
  }

  async create(): Promise<void> {
    await this.#must('PUT', `/admin/databases?name=${this.name}`, { DatabaseName: this.name });
    await this.#must('PUT', `/databases/${this.name}/docs?id=users/1`, {
      Name: 'a',
      '@metadata': { '@collection': 'Users' },
    });
  }

  remove(): Promise<unknown> {
    return this.#must('DELETE', '/admin/databases', { DatabaseNames: [this.name], HardDelete: true });
  }

  /** What the script wrote; a failure is returned as its text. */
  async run(script: string): Promise<unknown> {
    const response = await this.#send('PATCH', `/databases/${this.name}/docs?id=users/1&test=true`, {
      Patch: { Script: script },
    });
    const text = await response.text();
    return response.ok ? answer.parse(JSON.parse(text)).Debug.Info : text;
  }

  async #must(method: string, path: string, body: unknown): Promise<unknown> {
    const response = await this.#send(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.text();
  }

  #send(method: string, path: string, body: unknown): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
}

test('every function has a use', () => {
  expect(offered.map(({ name }) => name).filter((name) => uses[name] === undefined)).toEqual([]);
});

/** A name that does not exist is null in scripts of RavenDB, so its kind is compared, too. */
function check(database: Database, words: readonly Offered[]): void {
  test.each(words)('runs $name', async ({ name }) => {
    expect(await database.run(`${uses[name] ?? ''}; output('end')`)).toEqual(expect.arrayContaining(['end']));
    if (!name.includes('.')) expect(await database.run(`output(typeof ${name})`)).toEqual(['function']);
  });
}

describe('the sandbox', () => {
  const database = new Database(inject('serverUrl'));
  beforeAll(() => database.create());
  afterAll(() => database.remove());
  check(database, offered);
});

const realUrl = process.env.ROOKERY_TEST_RAVENDB_URL ?? '';

describe('a real RavenDB', () => {
  if (realUrl === '') {
    test.skip('the functions offered run: ROOKERY_TEST_RAVENDB_URL names no server');
    return;
  }
  const database = new Database(realUrl);
  beforeAll(() => database.create());
  afterAll(() => database.remove());
  check(database, offered);
});
