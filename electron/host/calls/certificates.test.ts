/** The whole host with several client certificates per connection, and pinned server certificates. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import {
  fingerprintText,
  type ClientCertificate,
  type Port,
  type ServerConnection,
} from '../../../src/contract/index.ts';
import { PassphraseProtection } from '../passwords/passphrase-protection.ts';
import { dialog } from '../test-environment/answered-dialog.ts';
import { makeCertificates, text, type TestCertificates } from '../test-environment/certificates.ts';
import { hostOn, startHost } from '../test-environment/host-port.ts';
import { listenHttp, type LocalServer } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

let certificates: TestCertificates;
let first: ClientCertificate;
let next: ClientCertificate;
beforeAll(async () => {
  certificates = await makeCertificates();
  const pem = ({ cert, key }: { cert: string; key: string }): ClientCertificate => ({
    kind: 'pem',
    certificatePath: cert,
    keyPath: key,
  });
  first = pem(certificates.client);
  next = pem(certificates.nextClient);
});
afterAll(() => certificates.remove());

const SLOW = '/databases?name=slow';

interface SlowServer extends LocalServer {
  /** Completes the response of every request for SLOW. */
  readonly release: () => void;
  readonly slowRequests: () => number;
}

/** Responds with the name of the client certificate; SLOW only when the test releases it. */
async function secured(pair = certificates.server): Promise<SlowServer> {
  const held: (() => void)[] = [];
  const server = await listenHttp(
    (request, response) => {
      const peer = request.socket instanceof TLSSocket ? request.socket.getPeerCertificate() : undefined;
      const answer = (): unknown => response.end(JSON.stringify({ client: peer?.subject.CN }));
      if (request.url === SLOW) held.push(answer);
      else answer();
    },
    {
      cert: await text(pair.cert),
      key: await text(pair.key),
      requestCert: true,
      rejectUnauthorized: true,
      ca: await text(certificates.authority),
    },
  );
  return {
    ...server,
    slowRequests: () => held.length,
    release: () => {
      for (const answer of held.splice(0)) answer();
    },
  };
}

type Wanted = Omit<ServerConnection, 'id'> & { id?: string };

const wanted = (url: string, part: Partial<Wanted> = {}): Wanted => ({
  kind: 'server',
  name: 'Live',
  colour: 'red',
  mode: 'read-only',
  url,
  authorityPath: certificates.authority,
  certificate: first,
  ...part,
});

const save = async (port: Port, connection: Wanted) =>
  (await port.call('connections.save', { connection })).connection;
const clientSeen = async (port: Port, connection: string, path = '/databases'): Promise<unknown> =>
  JSON.parse((await port.call('http.request', { connection, method: 'GET', path })).body);
const viewOf = async (port: Port, id: string) =>
  (await port.call('connections.list', {})).connections.find((each) => each.connection.id === id);

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

it('each certificate is described and has its own password, which other certificates do not get', async () => {
  const server = await secured();
  const port = await hostOn(await temporaryFolder());
  const pfx = { kind: 'pfx', path: certificates.client.pfx } as const;
  const missing = { kind: 'pfx', path: '/nobody/gone.pfx' } as const;
  const { id } = await save(
    port,
    wanted(server.url, { certificate: next, otherCertificates: [pfx, missing, pfx, next] }),
  );
  expect(await viewOf(port, id)).toMatchObject({
    certificate: { subject: 'CN=The next client' },
    connection: { otherCertificates: [pfx, missing] },
    otherCertificates: [
      { needsPassword: true },
      { needsPassword: false, problem: expect.stringContaining('/nobody/gone.pfx') as unknown },
    ],
  });
  const unlock = (certificate: ClientCertificate, password: string) =>
    port.call('connections.unlock', { id, password, certificate });
  await expect(unlock(pfx, 'wrong')).rejects.toMatchObject({ code: 'password-needed' });
  await expect(unlock({ kind: 'pfx', path: '/nobody/else.pfx' }, 'x')).rejects.toMatchObject({
    code: 'bad-request',
  });
  await unlock(pfx, certificates.password);
  expect((await viewOf(port, id))?.otherCertificates?.[0]).toMatchObject({
    needsPassword: false,
    details: { subject: 'CN=A client' },
  });
  // A test of this server opens it with the same password, one of another server does not.
  const openedFor = async (url: string): Promise<boolean> => {
    const destination = { url, authorityPath: certificates.authority, certificate: pfx };
    const { steps } = await port.call('connections.test', destination);
    return steps.some(({ step, ok }) => step === 'certificate' && ok);
  };
  expect(await openedFor(server.url)).toBe(true);
  expect(await openedFor((await secured()).url)).toBe(false);
  // Active now, still unlocked; the password is forgotten with the certificate.
  await save(port, wanted(server.url, { id, certificate: pfx, otherCertificates: [next] }));
  expect(await viewOf(port, id)).toMatchObject({ needsPassword: false });
  expect(await clientSeen(port, id)).toEqual({ client: 'A client' });
  await save(port, wanted(server.url, { id, certificate: next }));
  await save(port, wanted(server.url, { id, certificate: pfx }));
  expect(await viewOf(port, id)).toMatchObject({ needsPassword: true });
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

it('a pin is confirmed with what the server presented, once for the test and the saved connection', async () => {
  const person = dialog();
  const server = await secured(certificates.selfSigned);
  const port = (await startHost(await temporaryFolder(), { confirmation: person.confirmation })).window();
  const looked = await port.call('connections.test', { url: server.url });
  expect(person.shown).toEqual([]);
  const presented = looked.steps.at(-1)?.serverCertificate;
  expect(presented).toMatchObject({ subject: 'CN=localhost', issuer: 'CN=localhost' });
  const pinnedCertificate = presented?.fingerprint ?? '';

  const pinned = { url: server.url, pinnedCertificate };
  const bare: Wanted = { kind: 'server', name: 'Live', colour: 'red', mode: 'read-only', url: server.url };
  const plain: Wanted = { ...bare, pinnedCertificate };
  const refused = { code: 'not-confirmed' };
  await expect(port.call('connections.test', pinned)).rejects.toMatchObject(refused);
  await expect(save(port, plain)).rejects.toMatchObject(refused);
  expect(person.shown[0]?.summary).toBe(`Test ${server.url} and accept one server certificate`);
  for (const { details } of person.shown) {
    expect(details.join()).toContain(fingerprintText(pinnedCertificate));
    expect(details.join()).toContain('for CN=localhost, issued by CN=localhost, valid 20');
  }
  person.answers.push(true);
  await port.call('connections.test', pinned);
  const { id } = await save(port, plain);
  expect(person.shown).toHaveLength(3);

  // Another pin, and none, are other destinations.
  for (const pin of [{ pinnedCertificate: 'ab'.repeat(32) }, {}])
    await expect(save(port, { ...bare, ...pin, id })).rejects.toMatchObject(refused);
  expect(person.shown[3]?.details.join()).toContain('No test since the start of Rookery received this');
  expect(person.shown[4]?.details.join()).toContain('→ any from a trusted CA');
});

it('a saved password opens the certificate in the next run, and is deleted with what it was saved for', async () => {
  const server = await secured();
  const folder = await temporaryFolder();
  const run = (passphrase = 'correct horse battery') =>
    hostOn(folder, { passwordProtection: new PassphraseProtection(passphrase) });
  const saved = (): Promise<string> => text(join(folder, 'passwords.json'));
  const pfx = { kind: 'pfx', path: certificates.client.pfx } as const;
  const one = wanted(server.url, { certificate: pfx });
  const port = await run();
  const { id } = await save(port, one);
  const { password } = certificates;
  await expect(port.call('connections.unlock', { id, password: 'wrong', save: true })).rejects.toMatchObject({
    code: 'password-needed',
  });
  expect(await viewOf(port, id)).not.toHaveProperty('passwordSaved');
  await port.call('connections.unlock', { id, password, save: true });
  expect(await saved()).not.toContain(password);

  const later = await run();
  expect(await viewOf(later, id)).toMatchObject({ needsPassword: false, passwordSaved: true });
  expect(await clientSeen(later, id)).toEqual({ client: 'A client' });
  // A test from the page uses it for the same server only.
  const tested = await later.call('connections.test', {
    url: server.url,
    authorityPath: certificates.authority,
    certificate: pfx,
  });
  expect(tested.steps.find(({ step }) => step === 'certificate')).toMatchObject({ ok: true });

  const locked = await run('another passphrase');
  expect((await locked.call('app.info', {})).notices).toMatchObject([{ code: 'passwords-locked' }]);
  expect(await viewOf(locked, id)).toMatchObject({
    needsPassword: true,
    passwordSaved: true,
    problem: expect.stringContaining('not the one that it was saved with') as unknown,
  });
  await expect(clientSeen(locked, id)).rejects.toMatchObject({ code: 'password-needed' });
  // Entered again without saving: the one that does not work is deleted.
  await locked.call('connections.unlock', { id, password });
  expect(await clientSeen(locked, id)).toEqual({ client: 'A client' });
  expect(await saved()).toContain('"passwords": []');

  await later.call('connections.unlock', { id, password, save: true });
  await later.call('connections.forgetPassword', { id, certificate: pfx });
  expect(await viewOf(later, id)).toMatchObject({ needsPassword: true });
  await later.call('connections.unlock', { id, password, save: true });
  expect(await saved()).toContain(id);
  await save(later, { ...one, id, url: (await secured()).url });
  expect(await viewOf(later, id)).toMatchObject({ needsPassword: true });
  await later.call('connections.unlock', { id, password, save: true });
  await later.call('connections.remove', { id });
  expect(await saved()).toContain('"passwords": []');
});

it('a password that cannot be saved is used all the same, and the reason is reported', async () => {
  const port = await hostOn(await temporaryFolder());
  const pfx = { kind: 'pfx', path: certificates.client.pfx } as const;
  const { id } = await save(port, wanted('https://127.0.0.1:1', { certificate: pfx }));
  expect(await port.call('passwords.storage', {})).toMatchObject({ kind: 'none' });
  const unlock = port.call('connections.unlock', { id, password: certificates.password, save: true });
  await expect(unlock).rejects.toMatchObject({ code: 'unsupported' });
  expect(await viewOf(port, id)).toMatchObject({ needsPassword: false });
  expect(await viewOf(port, id)).not.toHaveProperty('passwordSaved');
});
