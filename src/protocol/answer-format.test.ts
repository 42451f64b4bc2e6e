/** Answers without the documented format: every reader fails with what is wrong, and none shows an empty server. */
import { describe, expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { readers, type Reader } from './readers-for-tests.ts';

const wrong: readonly [name: string, body: string, why: RegExp][] = [
  ['an empty object', '{}', /it lacks \S/],
  ['another object', '{"error":"moved"}', /it lacks \S/],
  ['null', 'null', /it is null/],
  ['a list', '[1]', /it is a list|it lacks \S/],
  ['a text', '"hello"', /it is a string/],
  ['a page', '<h1>Bad gateway</h1>', /is not JSON/],
];

async function failureOf(
  reader: Reader,
  answer: { body: string; status?: number; headers?: Record<string, string> },
) {
  const port = scriptedPort({ http: () => answer });
  const server = new ServerClient(port, 'staging');
  return reader(server, server.database('shop')).then(
    (value: unknown) => ({ value }),
    (error: unknown) => error,
  );
}

describe.each(Object.entries(readers))('%s', (_name, reader) => {
  it.each(wrong)('refuses %s and says what is wrong with it', async (_kind, body, why) => {
    expect(await failureOf(reader, { body })).toMatchObject({
      name: 'PortError',
      code: 'not-ravendb',
      message: expect.stringMatching(why) as string,
    });
  });

  it('names status and target of a redirect', async () => {
    const headers = { location: 'https://elsewhere.example/stolen' };
    expect(await failureOf(reader, { status: 307, headers, body: '' })).toMatchObject({
      code: 'not-ravendb',
      message: expect.stringMatching(
        / redirects \/.* to https:\/\/elsewhere\.example\/stolen \(307\)/,
      ) as string,
    });
  });
});

it('names the member that is missing or has another type', async () => {
  const stats = readers.getDatabaseStats;
  if (stats === undefined) throw new Error('No such reader.');
  expect(await failureOf(stats, { body: '{"CountOfIndexes":1}' })).toMatchObject({
    message: expect.stringContaining('it lacks CountOfDocuments. Check') as string,
  });
  const list = readers.listDatabases;
  if (list === undefined) throw new Error('No such reader.');
  expect(await failureOf(list, { body: '{"Databases":[{"Name":7}]}' })).toMatchObject({
    message: expect.stringContaining('Databases[0].Name is a number') as string,
  });
});
