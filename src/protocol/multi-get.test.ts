/** Small reads in one request, in the format that RavenDB 7.1.5 and the sandbox answer. */
import { expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { getAttachmentReferences } from './attachment-references.ts';
import { ServerClient } from './client.ts';
import { getDocumentSize, getDocumentSizes } from './document-sizes.ts';
import { multiGet } from './multi-get.ts';
import { scriptedPort } from './ports-for-tests.ts';

function database(...answers: { body?: string; status?: number }[]) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return answers[Math.min(requests.length, answers.length) - 1] ?? {};
    },
  });
  return { requests, db: new ServerClient(port, 'sandbox').database('My shop') };
}

const results = (...each: unknown[]) => ({ body: JSON.stringify({ Results: each }) });
const size = (actual: number, allocated: number) => ({
  Result: {
    ...{ ActualSize: actual, HumaneActualSize: 'x', AllocatedSize: allocated, HumaneAllocatedSize: 'x' },
    ...{ IsCompressed: false, DocId: 'a/1' },
  },
  StatusCode: 200,
  Headers: { 'Content-Type': 'application/json' },
});

it('sends the reads as one request, with encoded values', async () => {
  const { db, requests } = database(results(size(1, 2), { Result: null, StatusCode: 404, Headers: {} }));
  const sizes = await getDocumentSizes(db, ['a b/1&+', 'gone']);
  expect(sizes).toEqual([{ actual: 1, allocated: 2, compressed: false }, null]);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ method: 'POST', path: '/databases/My%20shop/multi_get' });
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    Requests: [
      { Url: '/databases/My%20shop/docs/size', Query: '?id=a%20b%2F1%26%2B', Method: 'GET', Headers: {} },
      { Url: '/databases/My%20shop/docs/size', Query: '?id=gone', Method: 'GET', Headers: {} },
    ],
  });
});

it('sends nothing for no reads', async () => {
  const { db, requests } = database(results());
  expect(await multiGet(db, [])).toEqual([]);
  expect(requests).toEqual([]);
});

it('requests postponed answers again, and gives up without progress', async () => {
  const postponed = { ForceRetry: true, StatusCode: 0, Result: null };
  const { db, requests } = database(
    results(postponed, size(1, 1), postponed),
    results(size(2, 2), postponed),
    results(postponed),
  );
  expect((await getDocumentSizes(db, ['a', 'b', 'c'])).map((each) => each?.actual)).toEqual([
    2,
    1,
    undefined,
  ]);
  expect(requests).toHaveLength(3);
  const sent = requests.map(({ body }) => (body ?? '').match(/id=./g));
  expect(sent.slice(0, 2)).toEqual([
    ['id=a', 'id=b', 'id=c'],
    ['id=a', 'id=c'],
  ]);
});

it('takes answers of another format as unknown', async () => {
  const { db } = database(
    results(
      ...[null, 7, 'text', {}, { StatusCode: '200', Result: size(1, 1).Result }],
      ...[
        { StatusCode: 200 },
        { StatusCode: 200, Result: [] },
        { StatusCode: 200, Result: { ActualSize: '1' } },
      ],
      ...[
        { StatusCode: 500, Result: size(1, 1).Result },
        { ...size(3, 4), ForceRetry: 'no' },
      ],
    ),
  );
  expect(await getDocumentSizes(db, 'a b c d e f g h i j'.split(' '))).toEqual([
    ...new Array<null>(9).fill(null),
    { actual: 3, allocated: 4, compressed: false },
  ]);
});

it('refuses an answer with a different number of results', async () => {
  const { db } = database(results(size(1, 1)));
  await expect(getDocumentSizes(db, ['a', 'b'])).rejects.toMatchObject({
    code: 'not-ravendb',
    message: expect.stringContaining('(1 instead of 2)') as string,
  });
});

it('reads the size of one document, or null without server support', async () => {
  const body =
    '{"ActualSize":176,"HumaneActualSize":"176 Bytes","AllocatedSize":200,"HumaneAllocatedSize":"200 Bytes","IsCompressed":false,"DocId":"orders/1-A"}';
  expect(await getDocumentSize(database({ body }).db, 'x/1')).toEqual({
    actual: 176,
    allocated: 200,
    compressed: false,
  });
  expect(await getDocumentSize(database({ status: 404 }).db, 'x/1')).toBeNull();
});

it('counts the attachments with a content, and knows none where the server refuses', async () => {
  const { db, requests } = database(
    results(
      { StatusCode: 200, Result: { Hash: 'a+/=', Count: 3 } },
      { StatusCode: 403, Result: { Type: 'X', Message: 'no' } },
      { StatusCode: 200, Result: { Hash: 'c', Count: null } },
    ),
  );
  expect(await getAttachmentReferences(db, ['a+/=', 'b', 'c'])).toEqual([3, null, null]);
  expect(requests[0]?.body).toContain(
    '"Url":"/databases/My%20shop/debug/attachments/hash","Query":"?hash=a%2B%2F%3D"',
  );
});
