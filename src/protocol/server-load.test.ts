import { expect, test } from 'vitest';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { getServerMemory, getServerRates, readSizeText } from './server-load.ts';

const answering = (body: unknown) =>
  new ServerClient(scriptedPort({ http: () => ({ body: JSON.stringify(body) }) }), 'server');

test('reads the present rates', async () => {
  const read = await getServerRates(
    answering({
      Requests: { RequestsPerSec: { Current: 4 }, AverageDuration: 1.5 },
      Docs: { PutsPerSec: { Current: 7 }, BytesPutsPerSec: { Current: 70 } },
      Counters: { PutsPerSec: { Current: 1 }, BytesPutsPerSec: { Current: 10 } },
      MapIndexes: { IndexedPerSec: { Current: 3 } },
    }),
  );
  expect(read).toEqual({
    'requests.rate': 4,
    'requests.average': 1.5,
    'writes.documents': 7,
    'writes.extensions': 1,
    'writes.bytes': 80,
    'indexing.indexed': 3,
  });
});

test('leaves out what has an unknown shape', async () => {
  expect(
    await getServerRates(answering({ Requests: { RequestsPerSec: 4, AverageDuration: 'x' }, Docs: [] })),
  ).toEqual({});
  expect(await getServerMemory(answering({ MemoryInformation: { WorkingSet: 12 } }))).toEqual({});
});

test('reads sizes from text', () => {
  expect(readSizeText('2.5 MBytes')).toBe(2.5 * 1024 * 1024);
  expect(readSizeText('0 Bytes')).toBe(0);
  expect(readSizeText('1,023.5 KBytes')).toBe(1023.5 * 1024);
  for (const other of ['2.5', 'MBytes', '-1 Bytes', '1 Parsecs', 12, null, `${'9'.repeat(400)} Bytes`])
    expect(readSizeText(other)).toBeUndefined();
});
