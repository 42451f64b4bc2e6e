/** The whole host with the session of a server that requires two-factor codes: what waits for it, uses it and ends it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import {
  add,
  certificates,
  connected,
  enter,
  known,
  secured,
  send,
  signedIn,
  stateOf,
  waiting,
} from './two-factor-for-tests.ts';

it('two-factor: a read waits for the code, is repeated, and later requests and sockets carry the session', async () => {
  const server = await secured();
  const { port, id } = await connected(server);
  const reads = Promise.all([1, 2, 3].map(() => send(port, id)));
  await waiting(port, id);
  expect(await port.call('twoFactor.limits', { id })).toEqual({ defaultMinutes: 120, maximumMinutes: 1440 });
  await enter(port, id);
  expect((await reads).map(({ body }) => body)).toEqual(Array(3).fill('{"Databases":[]}'));
  expect(await stateOf(port, id)).toMatchObject({ state: 'signed-in', scope: 'connection' });
  const abort = new AbortController();
  const feed = port.open('socket', { connection: id, path: '/threads-info/watch' }, { signal: abort.signal });
  const items = feed[Symbol.asyncIterator]();
  expect((await items.next()).value).toMatchObject({ kind: 'open' });
  expect((await items.next()).value).toEqual({ kind: 'text', text: '{"live":1}' });
  abort.abort();
});

it('two-factor: a session that ends in the middle of work lets reads wait again, and writes fail unsent', async () => {
  const server = await secured();
  const { port, id } = await signedIn(server);
  known.session = undefined;
  await expect(send(port, id, 'PUT', '/databases/shop/docs?id=a')).rejects.toMatchObject({
    code: 'two-factor',
    message: expect.stringContaining('was not executed') as unknown,
  });
  const read = send(port, id);
  await waiting(port, id);
  expect(await stateOf(port, id)).toMatchObject({ ended: true });
  await enter(port, id);
  expect((await read).status).toBe(200);
});

it('two-factor: declining fails waiting reads, and later ones do not wait until the next sign-in', async () => {
  const server = await secured();
  const { port, id } = await connected(server);
  const read = send(port, id);
  const failed = expect(read).rejects.toMatchObject({ code: 'two-factor' });
  await waiting(port, id);
  await port.call('twoFactor.decline', { id });
  await failed;
  await expect(send(port, id)).rejects.toMatchObject({ code: 'two-factor' });
  await enter(port, id);
  expect((await send(port, id)).status).toBe(200);
  await port.call('twoFactor.signOut', { id });
  expect(known.session).toBeUndefined();
  await expect(send(port, id)).rejects.toMatchObject({ code: 'two-factor' });
  expect(known.seen.at(-1)?.cookie).toBeUndefined();
});

it('two-factor: another certificate gets no session of the previous one, and waiting reads are repeated with it', async () => {
  const server = await secured();
  const { port, id } = await signedIn(server);
  const { connection } = (await port.call('connections.list', {})).connections[1] ?? {};
  if (connection?.kind !== 'server') throw new Error('The connection is gone.');
  const { cert, key } = certificates.nextClient;
  const changed = {
    ...connection,
    certificate: { kind: 'pem', certificatePath: cert, keyPath: key } as const,
  };
  await port.call('connections.save', { connection: changed });
  expect(await stateOf(port, id)).toBeUndefined();
  const read = send(port, id);
  await waiting(port, id);
  expect(known.seen.at(-1)?.cookie).toBeUndefined();
  expect(await stateOf(port, id)).toEqual({ state: 'code-needed', waiting: true, ended: false });
  // The server lets in the certificate that is active then.
  const before = known.seen.length;
  await port.call('connections.save', { connection });
  await expect.poll(() => known.seen.length).toBeGreaterThan(before);
  await waiting(port, id);
  await enter(port, id);
  expect((await read).status).toBe(200);
});

it('two-factor: the session belongs to one connection, reaches no page, and is in no log', async () => {
  const [server, other] = [await secured(), await secured()];
  const folder = await temporaryFolder();
  const { port, id } = await connected(server, folder);
  const second = await add(port, other.url);
  await enter(port, id);
  const answer = await send(port, id);
  expect(JSON.stringify([answer, await port.call('connections.list', {})])).not.toContain('guid-');
  const read = send(port, second);
  const failed = expect(read).rejects.toMatchObject({ code: 'two-factor' });
  await waiting(port, second);
  await port.call('twoFactor.decline', { id: second });
  await failed;
  const cookies = new Set(known.seen.map(({ cookie }) => cookie));
  expect([...cookies]).toEqual([undefined, '2fa-cookie=guid-1']);
  expect(known.seen.at(-1)?.cookie).toBeUndefined();
  const readLog = () => readFile(join(folder, 'logs', 'rookery.log'), 'utf8').catch(() => '');
  await expect.poll(readLog).toContain('two-factor-sign-in');
  const log = await readLog();
  expect(log).not.toMatch(/guid-|2fa-cookie|012 ?345|12345/);
});
