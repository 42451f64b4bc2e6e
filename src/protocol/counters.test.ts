import { expect, test } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import { changeCounter, getCounters } from './counters.ts';
import { scriptedPort } from './ports-for-tests.ts';

function database(body: string) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return { body };
    },
  });
  return { db: new ServerClient(port, 'sandbox').database('Shop'), requests };
}

test('reads totals and the parts of nodes, without names that have no counter', async () => {
  const { db, requests } = database(
    '{"Counters":[{"DocumentId":"o/1","CounterName":"likes","TotalValue":7,"CounterValues":{"A-x":5,"B-y":2}},null,' +
      '{"DocumentId":"o/1","CounterName":"Bad","TotalValue":-2,"CounterValues":null}]}',
  );
  expect(await getCounters(db, 'o/1')).toEqual([
    {
      name: 'likes',
      total: 7,
      values: [
        ['A-x', 5],
        ['B-y', 2],
      ],
    },
    { name: 'Bad', total: -2, values: [] },
  ]);
  expect(requests[0]?.path).toContain('docId=o%2F1');
});

test('sends increments and deletions of one counter', async () => {
  const { db, requests } = database('{"Counters":[]}');
  await changeCounter(db, 'o/1', { kind: 'increment', name: 'likes', by: -3 });
  await changeCounter(db, 'o/1', { kind: 'delete', name: 'likes' });
  const sent = requests.map(({ body }) => JSON.parse(String(body)) as unknown);
  expect(sent).toEqual([
    {
      Documents: [
        { DocumentId: 'o/1', Operations: [{ Type: 'Increment', CounterName: 'likes', Delta: -3 }] },
      ],
    },
    { Documents: [{ DocumentId: 'o/1', Operations: [{ Type: 'Delete', CounterName: 'likes' }] }] },
  ]);
});
