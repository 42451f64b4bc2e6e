/** How another node is reached: its certificate, and the route of the connection. */
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Port, ServerConnection } from '../../../src/contract/index.ts';
import type { ConfirmationText } from '../confirmation/confirmation-text.ts';
import { makeCertificates, text, type TestCertificates } from '../test-environment/certificates.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { listenHttp, listenTcp } from '../test-environment/local-server.ts';
import { noSshServer } from '../test-environment/ssh-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

/** Nothing listens on the discard port. */
const DOWN = 'https://127.0.0.1:9';

let certificates: TestCertificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(() => certificates.remove());

async function nodeWith({ cert, key }: { cert: string; key: string }) {
  const tls = { cert: await text(cert), key: await text(key) };
  const { url } = await listenHttp((_request, response) => response.end('{"Databases":[]}'), tls);
  const pin = new X509Certificate(tls.cert).fingerprint256.replaceAll(':', '').toLowerCase();
  return { url, pin };
}

async function saved(port: Port, part: Partial<ServerConnection>): Promise<string> {
  const { connection } = await port.call('connections.save', {
    connection: { kind: 'server', name: 'Live', colour: 'red', mode: 'read-only', url: DOWN, ...part },
  });
  return connection.id;
}

const read = (port: Port, connection: string) =>
  port.call('http.request', { connection, method: 'GET', path: '/databases' });

it('accepts exactly the pinned certificate of a node, also where the server has another one', async () => {
  const node = await nodeWith(certificates.selfSigned);
  const other = await nodeWith(certificates.server);
  const port = await hostOn(await temporaryFolder());
  const at = (pinnedCertificate: string | undefined, part: Partial<ServerConnection> = {}) =>
    saved(port, {
      ...part,
      name: `Live ${pinnedCertificate} ${JSON.stringify(part)}`.slice(0, 100),
      nodes: [{ tag: 'B', url: node.url, ...(pinnedCertificate === undefined ? {} : { pinnedCertificate }) }],
    });
  const refused = { code: 'refused' };
  await expect(read(port, await at(undefined))).rejects.toMatchObject(refused);
  await expect(read(port, await at(other.pin))).rejects.toMatchObject(refused);
  expect(await read(port, await at(node.pin))).toMatchObject({ status: 200, node: 'B' });
  // The pin of the server applies where the node has none of its own.
  expect(await read(port, await at(undefined, { pinnedCertificate: node.pin }))).toMatchObject({ node: 'B' });
  expect(await read(port, await at(node.pin, { pinnedCertificate: other.pin }))).toMatchObject({ node: 'B' });
  await expect(
    read(port, await at(other.pin, { pinnedCertificate: node.pin, colour: 'blue' })),
  ).rejects.toMatchObject(refused);
});

it('confirms another pinned certificate of a node with what a test has seen there', async () => {
  const node = await nodeWith(certificates.selfSigned);
  const shown: ConfirmationText[] = [];
  const ask = (confirmation: ConfirmationText) => {
    shown.push(confirmation);
    return Promise.resolve(true);
  };
  const port = await hostOn(await temporaryFolder(), { confirmation: { method: 'dialog', ask } });
  const withPin = (pinnedCertificate: string) => [{ tag: 'B', url: node.url, pinnedCertificate }];
  const id = await saved(port, { nodes: withPin('ab'.repeat(32)) });
  expect(shown[0]?.details).toContain(
    'No test since the start of Rookery received this certificate of node B from that address.',
  );
  const { steps } = await port.call('connections.test', { url: node.url });
  expect(steps.at(-1)?.serverCertificate?.fingerprint).toBe(node.pin);
  await saved(port, { id, nodes: withPin(node.pin) });
  const details = shown.at(-1)?.details.join('\n');
  expect(details).toContain('Node added: B at');
  expect(details).toContain('accepted certificate: only SHA-256');
  expect(details).toContain('That certificate of node B is for CN=localhost');
  expect(await read(port, id)).toMatchObject({ node: 'B' });
  const before = shown.length;
  await saved(port, { id, nodes: withPin(node.pin) });
  expect(shown).toHaveLength(before);
});

describe.skipIf(noSshServer !== undefined)(`the route to a node (${noSshServer ?? 'OpenSSH'})`, () => {
  it('is attempted again after a new password, also shortly after a failure', async () => {
    let attempts = 0;
    const ssh = await listenTcp((socket) => {
      attempts++;
      socket.destroy();
    });
    const route: ServerConnection['route'] = {
      ...({ kind: 'ssh', host: '127.0.0.1', port: ssh.port, user: 'a' } as const),
      keyPath: certificates.client.key,
      hostKey: `SHA256:${'a'.repeat(43)}`,
    };
    const port = await hostOn(await temporaryFolder());
    const id = await saved(port, { route, nodes: [{ tag: 'B', url: 'https://127.0.0.1:19' }] });
    await expect(read(port, id)).rejects.toMatchObject({ code: 'route' });
    // One tunnel to the server and one to the node.
    expect(attempts).toBe(2);
    await expect(read(port, id)).rejects.toMatchObject({ code: 'route' });
    expect(attempts).toBe(2);
    await port.call('connections.setRoutePassword', { id, password: 'new' });
    await expect(read(port, id)).rejects.toMatchObject({ code: 'route' });
    expect(attempts).toBe(4);
  });
});
