import { expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { putDocuments } from './bulk-documents.ts';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';

it('sends the texts of documents unchanged in one request', async () => {
  const sent: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      sent.push(request);
      return { body: '{"Results":[]}' };
    },
  });
  await putDocuments(new ServerClient(port, 'c').database('shop'), [
    { id: 'a/"1"', text: '{"N":12345678901234567890}' },
    { id: 'b', text: '{"P":1.50}' },
  ]);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    method: 'POST',
    path: '/databases/shop/bulk_docs',
    headers: { 'content-type': 'application/json' },
  });
  expect(sent[0]?.body).toBe(
    '{"Commands":[{"Id":"a/\\"1\\"","ChangeVector":null,"Type":"PUT","Document":{"N":12345678901234567890}},' +
      '{"Id":"b","ChangeVector":null,"Type":"PUT","Document":{"P":1.50}}]}',
  );
});

it('requires new documents on demand, except for ids that the server completes', async () => {
  const sent: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      sent.push(request);
      return { body: '{"Results":[]}' };
    },
  });
  const documents = [
    { id: 'a/1', text: '{}' },
    { id: 'a/', text: '{}' },
  ];
  await putDocuments(new ServerClient(port, 'c').database('shop'), documents, { onlyNew: true });
  expect(sent[0]?.body).toBe(
    '{"Commands":[{"Id":"a/1","ChangeVector":"","Type":"PUT","Document":{}},' +
      '{"Id":"a/","ChangeVector":null,"Type":"PUT","Document":{}}]}',
  );
});
