/** The states of servers through the whole host, with real servers on loopback ports. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConnectionCheck, Port, ServerConnection } from '../../../src/contract/index.ts';
import { makeCertificates, text, type TestCertificates } from '../test-environment/certificates.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { freePort, listenHttp, listenTcp, type Answer } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { checkConnection } from './check-connection.ts';

let certificates: TestCertificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(() => certificates.remove());

type Wanted = Omit<ServerConnection, 'id'>;
const wanted = (url: string, part: Partial<Wanted> = {}): Wanted => ({
  kind: 'server',
  name: url,
  colour: 'blue',
  mode: 'read-only',
  url,
  ...part,
});

const raven: Answer = (_request, response) => {
  response.setHeader('raven-server-version', '7.1.5.71028');
  response.end(JSON.stringify({ ProductVersion: '7.1', FullVersion: '7.1.5' }));
};
const refusal =
  (status: number): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ Type: 'InvalidAuth', Message: 'no' }));
  };

async function save(port: Port, connection: Wanted): Promise<string> {
  return (await port.call('connections.save', { connection })).connection.id;
}

/** Reads states until each of these servers has one. */
async function statesOf(port: Port, ids: readonly string[]): Promise<(ConnectionCheck | undefined)[]> {
  const found = new Map<string, ConnectionCheck>();
  for await (const { states } of port.open('connections.states', {})) {
    for (const { id, check } of states) if (check !== null) found.set(id, check);
    if (ids.every((id) => found.has(id))) break;
  }
  return ids.map((id) => found.get(id));
}

it('servers are reachable with their version, refuse the caller, need a code, or cannot be reached', async () => {
  const port = await hostOn(await temporaryFolder());
  const pages: Answer = (_request, response) => response.end('<html>');
  const urls = [
    ...(
      await Promise.all([raven, refusal(403), refusal(428), pages].map((answer) => listenHttp(answer)))
    ).map(({ url }) => url),
    `http://127.0.0.1:${await freePort()}`,
  ];
  const ids = [];
  for (const url of urls) ids.push(await save(port, wanted(url)));
  expect(await statesOf(port, ids)).toMatchObject([
    { state: 'reachable', access: 'granted', version: '7.1.5' },
    { state: 'reachable', access: 'refused' },
    { state: 'reachable', access: 'code-needed' },
    { state: 'unreachable', message: expect.stringContaining('not RavenDB') as unknown, failures: 1 },
    { state: 'unreachable', message: expect.stringContaining('127.0.0.1') as unknown },
  ]);
});

it('a check presents the stored certificate, and sends one GET that the policy allows to everyone', async () => {
  const seen: string[] = [];
  const server = await listenHttp(
    (request, response, body) => {
      seen.push(`${request.method} ${request.url}`);
      raven(request, response, body);
    },
    {
      cert: await text(certificates.server.cert),
      key: await text(certificates.server.key),
      requestCert: true,
      rejectUnauthorized: true,
      ca: await text(certificates.authority),
    },
  );
  const port = await hostOn(await temporaryFolder());
  const { cert, key } = certificates.client;
  const certificate = { kind: 'pem' as const, certificatePath: cert, keyPath: key };
  const trusted = { authorityPath: certificates.authority };
  const known = await save(port, wanted(server.url, { ...trusted, certificate }));
  const untrusting = await save(port, wanted(server.url, { certificate }));
  expect(await statesOf(port, [known, untrusting])).toMatchObject([
    { state: 'reachable', version: '7.1.5' },
    { state: 'unreachable' },
  ]);
  expect(seen).toEqual(['GET /build/version']);
});

it('a check starts no program and no SSH tunnel, and asks for no password', async () => {
  const folder = await temporaryFolder();
  const mark = join(folder, 'started');
  const program = join(folder, 'program.sh');
  await writeFile(program, `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o700 });
  let requests = 0;
  const server = await listenTcp(() => requests++);
  const url = `https://127.0.0.1:${server.port}`;
  const port = await hostOn(folder, {
    confirmation: { method: 'dialog', ask: () => Promise.resolve(true) },
  });
  const { cert, encryptedKey, pfx } = certificates.client;
  const ids = [];
  for (const part of [
    { certificate: { kind: 'command' as const, command: [program] } },
    { certificate: { kind: 'pfx' as const, path: pfx, passwordCommand: [program] } },
    { certificate: { kind: 'pfx' as const, path: pfx } },
    { certificate: { kind: 'pem' as const, certificatePath: cert, keyPath: encryptedKey } },
    { certificate: { kind: 'pfx' as const, path: join(folder, 'gone.pfx') } },
    { route: { kind: 'ssh' as const, host: '127.0.0.1', port: 1, user: 'nobody' } },
  ])
    ids.push(await save(port, wanted(url, part)));
  const reasons = (await statesOf(port, ids)).map((each) =>
    each?.state === 'not-checked' ? each.reason : each,
  );
  expect(reasons).toEqual(['program', 'program', 'password', 'password', 'certificate', 'ssh']);
  await expect(text(mark)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(requests).toBe(0);
});

it('a server that sends byte after byte is given up', async () => {
  const server = await listenHttp((_request, response) => {
    const drip = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(drip));
  });
  const result = await checkConnection(
    { ...wanted(server.url), id: 'a' },
    {
      secrets: { known: () => Promise.resolve({}), ofRoute: () => Promise.resolve(undefined) },
      wholeCheckMs: 300,
    },
    new AbortController().signal,
  );
  expect(result).toMatchObject({
    state: 'unreachable',
    message: expect.stringContaining('did not complete its answer within 0.3 seconds') as unknown,
  });
});
