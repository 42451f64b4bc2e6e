/** The whole host with several client certificates per connection. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { dialog } from '../test-environment/answered-dialog.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import {
  certificates,
  clientSeen,
  first,
  next,
  save,
  secured,
  SLOW,
  viewOf,
  wanted,
} from './certificates-for-tests.ts';

it('another certificate is presented from the next request on, and a running one ends undisturbed', async () => {
  const server = await secured();
  const port = await hostOn(await temporaryFolder());
  const { id } = await save(port, wanted(server.url, { otherCertificates: [next] }));
  expect(await clientSeen(port, id)).toEqual({ client: 'A client' });
  const running = clientSeen(port, id, SLOW);
  await expect.poll(server.slowRequests).toBe(1);
  await save(port, wanted(server.url, { id, certificate: next, otherCertificates: [first] }));
  expect(await clientSeen(port, id)).toEqual({ client: 'The next client' });
  server.release();
  expect(await running).toEqual({ client: 'A client' });
  // And back, without a restart.
  await save(port, wanted(server.url, { id, otherCertificates: [next] }));
  expect(await clientSeen(port, id)).toEqual({ client: 'A client' });
});

it('an open live feed survives the change of the certificate', async () => {
  const server = await secured();
  const feeds = new WebSocketServer({ server: server.server });
  onTestFinished(() => {
    feeds.close();
  });
  const opened = new Promise<WebSocket>((resolve) => feeds.once('connection', resolve));
  const port = await hostOn(await temporaryFolder());
  const full = wanted(server.url, { mode: 'full', otherCertificates: [next] });
  const { id } = await save(port, full);
  const abort = new AbortController();
  const path = '/threads-info/watch';
  const frames = port.open('socket', { connection: id, path }, { signal: abort.signal });
  const feed = frames[Symbol.asyncIterator]();
  expect((await feed.next()).value).toMatchObject({ kind: 'open' });
  await save(port, { ...full, id, certificate: next, otherCertificates: [first] });
  expect(await clientSeen(port, id)).toEqual({ client: 'The next client' });
  (await opened).send('later');
  expect((await feed.next()).value).toEqual({ kind: 'text', text: 'later' });
  abort.abort();
});

it('another address ends what runs', async () => {
  const [server, other] = [await secured(), await secured()];
  const port = await hostOn(await temporaryFolder());
  const { id } = await save(port, wanted(server.url));
  const running = clientSeen(port, id, SLOW);
  const ended = expect(running).rejects.toThrow();
  await expect.poll(server.slowRequests).toBe(1);
  await save(port, wanted(other.url, { id }));
  await ended;
  expect(await clientSeen(port, id)).toEqual({ client: 'A client' });
});

it('a certificate is added and made active only with a confirmation, and removed without one', async () => {
  const person = dialog();
  const folder = await temporaryFolder();
  const { id } = await save(await hostOn(folder), wanted('https://127.0.0.1:1'));
  const port = await hostOn(folder, { confirmation: person.confirmation });
  const refused = { code: 'not-confirmed' };
  const added = wanted('https://127.0.0.1:1', { id, otherCertificates: [next] });
  await expect(save(port, added)).rejects.toMatchObject(refused);
  expect(person.shown[0]?.details).toEqual([
    `Client certificate added: ${certificates.nextClient.cert} with the key ${certificates.nextClient.key}`,
  ]);
  expect((await viewOf(port, id))?.otherCertificates).toBeUndefined();
  person.answers.push(true);
  await save(port, added);

  const switched = wanted('https://127.0.0.1:1', { id, certificate: next, otherCertificates: [first] });
  await expect(save(port, switched)).rejects.toMatchObject(refused);
  expect(person.shown.at(-1)?.details.join()).toMatch(/client\.pem .* → .*next-client\.pem/);
  person.answers.push(true);
  await save(port, switched);
  expect((await viewOf(port, id))?.connection).toMatchObject({
    certificate: next,
    otherCertificates: [first],
  });

  const questions = person.shown.length;
  await save(port, wanted('https://127.0.0.1:1', { id, certificate: next }));
  expect(person.shown).toHaveLength(questions);
  expect((await viewOf(port, id))?.connection).not.toHaveProperty('otherCertificates');
});

it('a file of a version with one certificate is read, and keeps its connections', async () => {
  const folder = await temporaryFolder();
  const connection = { id: 'c1', ...wanted('https://127.0.0.1:1') };
  await writeFile(
    join(folder, 'connections.json'),
    JSON.stringify({ schema: 1, value: { connections: [connection] } }),
  );
  const port = await hostOn(folder);
  expect((await viewOf(port, 'c1'))?.connection).toEqual(connection);
  await save(port, { ...connection, otherCertificates: [next] });
  const stored: unknown = JSON.parse(await readFile(join(folder, 'connections.json'), 'utf8'));
  expect(stored).toEqual({
    schema: 1,
    value: { connections: [{ ...connection, otherCertificates: [next] }] },
  });
});
