/** Attachments against recorded responses of RavenDB 7.1.5 and the sandbox. */
import { expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import {
  AttachmentExists,
  getAttachments,
  MAX_UPLOAD_SIZE,
  putAttachment,
  readAttachment,
  readAttachments,
  renameAttachment,
} from './attachments.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';

type Answer = (request: HttpRequest) => {
  status?: number;
  body?: string;
  headers?: Record<string, string>;
};

function database(answer: Answer) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return answer(request);
    },
  });
  return { requests, db: new ServerClient(port, 'sandbox').database('Shop') };
}

const bird = { name: 'b ä.bin', hash: '3n2L=', contentType: 'image/png', size: 10_000_000 };

it('converts bytes to base64 and back, for any length', () => {
  const bytes = new Uint8Array(100_003).map((_, index) => (index * 7) % 256);
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  expect(toBase64(new Uint8Array())).toBe('');
});

it('lists the attachments of the metadata by name', async () => {
  const { db, requests } = database(() => ({
    body: '{"Results":[{"@metadata":{"@attachments":[{"Name":"z","Hash":"h","ContentType":"","Size":0},{"Name":"a","Hash":"i","ContentType":"text/plain","Size":3,"RemoteParameters":null}],"@id":"a/1"}}],"Includes":{}}',
  }));
  expect(await getAttachments(db, 'a/1')).toEqual([
    { name: 'a', hash: 'i', contentType: 'text/plain', size: 3 },
    { name: 'z', hash: 'h', contentType: '', size: 0 },
  ]);
  expect(requests[0]?.path).toContain('metadataOnly=true');
  expect(readAttachments('{"Name":"no metadata"}')).toEqual([]);
});

it('returns null for a missing document, but not for a missing database', async () => {
  expect(await getAttachments(database(() => ({ status: 404 })).db, 'a/1')).toBeNull();
  const { db } = database(() => ({ status: 404, body: '{"Type":"X","Message":"No database Shop"}' }));
  await expect(getAttachments(db, 'a/1')).rejects.toThrow('No database Shop');
});

it('puts bytes on condition that the name is free', async () => {
  const { db, requests } = database(() => ({ status: 201, body: '{}' }));
  const content = new Blob([new Uint8Array([0, 255, 128])]);
  await putAttachment(db, 'a/1', { name: 'x y', contentType: 'image/png', content });
  await putAttachment(db, 'a/1', { name: 'x y', contentType: 'image/png', content }, { replace: true });
  expect(requests[0]).toMatchObject({
    method: 'PUT',
    path: '/databases/Shop/attachments?id=a%2F1&name=x%20y&contentType=image%2Fpng',
    body: 'AP+A',
    bodyEncoding: 'base64',
  });
  expect(requests.map((request) => request.headers?.['if-match'])).toEqual(['""', undefined]);
});

it('distinguishes a taken name from other refusals', async () => {
  const refuse = (type: string) =>
    database(() => ({ status: 409, body: `{"Type":"Raven.Client.Exceptions.${type}","Message":"no"}` })).db;
  const attachment = { name: 'x', contentType: '', content: new Blob(['1']) };
  await expect(putAttachment(refuse('ConcurrencyException'), 'a/1', attachment)).rejects.toThrow(
    AttachmentExists,
  );
  await expect(putAttachment(refuse('DocumentConflictException'), 'a/1', attachment)).rejects.toMatchObject({
    name: 'ServerError',
    status: 409,
  });
});

it('rejects a file over the size limit without sending it', async () => {
  const { db, requests } = database(() => ({ status: 201 }));
  const content = { size: MAX_UPLOAD_SIZE + 1 } as Blob;
  await expect(putAttachment(db, 'a/1', { name: 'x', contentType: '', content })).rejects.toMatchObject({
    code: 'too-large',
  });
  expect(requests).toEqual([]);
});

it('downloads in ranges and reports progress', async () => {
  const all = new Uint8Array(bird.size).fill(9);
  const { db, requests } = database(({ headers }) => {
    const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(headers?.range ?? '') ?? [];
    return {
      status: 206,
      headers: { etag: '"A:2-x"', 'content-range': `bytes ${from}-${to}/${all.length}` },
      body: toBase64(all.subarray(Number(from), Number(to) + 1)),
    };
  });
  const steps: number[] = [];
  const content = await readAttachment(db, 'a/1', bird, { onProgress: (done) => steps.push(done) });
  expect(content.size).toBe(bird.size);
  expect(requests).toHaveLength(3);
  expect(requests.every((request) => request.answerEncoding === 'base64')).toBe(true);
  expect(steps).toEqual([4_194_304, 8_388_608, 10_000_000]);
});

it('downloads in one piece without range support, and an empty attachment without a range', async () => {
  const { db, requests } = database(() => ({ body: toBase64(new Uint8Array([1, 2, 3])) }));
  expect((await readAttachment(db, 'a/1', { ...bird, size: 3 })).size).toBe(3);
  const empty = database(() => ({ body: '' }));
  expect((await readAttachment(empty.db, 'a/1', { ...bird, size: 0 })).size).toBe(0);
  expect(empty.requests[0]?.headers?.range).toBeUndefined();
  expect(requests).toHaveLength(1);
});

it('rejects a download when the content changes between ranges', async () => {
  let version = 0;
  const { db } = database(() => ({
    status: 206,
    headers: { etag: `"A:${++version}-x"`, 'content-range': `bytes 0-3/${bird.size}` },
    body: 'AAAA',
  }));
  await expect(readAttachment(db, 'a/1', bird)).rejects.toThrow('changed during the download');
});

it('reports a deleted attachment', async () => {
  await expect(readAttachment(database(() => ({ status: 404 })).db, 'a/1', bird)).rejects.toThrow(
    'The attachment b ä.bin no longer exists',
  );
});

it('renames with a move inside the document', async () => {
  const { db, requests } = database(() => ({ body: '{"Results":[{"Type":"AttachmentMOVE"}]}' }));
  await renameAttachment(db, 'a/1', 'old', 'new');
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    Commands: [
      {
        Id: 'a/1',
        Name: 'old',
        DestinationId: 'a/1',
        DestinationName: 'new',
        ChangeVector: null,
        Type: 'AttachmentMOVE',
      },
    ],
  });
});
