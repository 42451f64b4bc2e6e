import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificates, text, type TestCertificates } from '../test-environment/certificates.ts';
import { listenHttp } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import type { HttpsTransportOptions } from './https-transport.ts';
import { get, transportTo } from '../test-environment/transport-to.ts';

describe('a request by https', () => {
  let certificates: TestCertificates;
  beforeAll(async () => {
    certificates = await makeCertificates();
  });
  afterAll(() => certificates.remove());

  async function secureServer(pair: { cert: string; key: string }, wantsClient = false) {
    return listenHttp(
      (request, response) => {
        const peer = request.socket instanceof TLSSocket ? request.socket.getPeerCertificate() : undefined;
        // Without a certificate Node returns an empty object.
        const named = peer !== undefined && 'subject' in peer;
        response.end(JSON.stringify({ client: named ? peer.subject.CN : null }));
      },
      {
        cert: await text(pair.cert),
        key: await text(pair.key),
        ...(wantsClient
          ? { requestCert: true, rejectUnauthorized: true, ca: await text(certificates.authority) }
          : {}),
      },
    );
  }
  const trusting = () => ({ authorityPath: certificates.authority });

  it('trusts the given CA, and fails without it', async () => {
    const server = await secureServer(certificates.server);
    expect((await get(transportTo(server.url, trusting()))).body).toBe('{"client":null}');
    await expect(get(transportTo(server.url))).rejects.toMatchObject({
      code: 'certificate',
      message: expect.stringContaining('trusted CA') as unknown,
    });
  });

  it('rejects a certificate of another CA, or for another name', async () => {
    const server = await secureServer(certificates.server);
    await expect(
      get(transportTo(server.url, { authorityPath: certificates.stranger.cert })),
    ).rejects.toMatchObject({ code: 'certificate' });
    const misnamed = await secureServer(certificates.misnamed);
    await expect(get(transportTo(misnamed.url, trusting()))).rejects.toMatchObject({
      code: 'certificate',
      message: expect.stringContaining('another host name') as unknown,
    });
  });

  it('reports a port without TLS, or with TLS only', async () => {
    const plain = await listenHttp((_request, response) => response.end('{}'));
    await expect(get(transportTo(`https://127.0.0.1:${plain.port}`))).rejects.toMatchObject({
      code: 'tls',
      message: expect.stringContaining('http://') as unknown,
    });
    const secure = await secureServer(certificates.server);
    await expect(get(transportTo(`http://127.0.0.1:${secure.port}`))).rejects.toMatchObject({
      message: expect.stringContaining('https://') as unknown,
    });
  });

  it('presents a client certificate from PEM files, also with a protected key', async () => {
    const server = await secureServer(certificates.server, true);
    const { cert, key, encryptedKey } = certificates.client;
    const open = { kind: 'pem', certificatePath: cert, keyPath: key } as const;
    expect((await get(transportTo(server.url, { ...trusting(), certificate: open }))).body).toBe(
      '{"client":"A client"}',
    );

    const closed = { kind: 'pem', certificatePath: cert, keyPath: encryptedKey } as const;
    await expect(get(transportTo(server.url, { ...trusting(), certificate: closed }))).rejects.toMatchObject({
      code: 'password-needed',
      retryable: true,
    });
    const unlocked = {
      ...trusting(),
      certificate: closed,
      secrets: () => ({ password: certificates.password }),
    };
    expect((await get(transportTo(server.url, unlocked))).body).toBe('{"client":"A client"}');
  });

  it('presents a client certificate from a PFX, requests its password, and accepts it without a restart', async () => {
    const server = await secureServer(certificates.server, true);
    const certificate = { kind: 'pfx', path: certificates.client.pfx } as const;
    let password: string | undefined;
    const transport = transportTo(server.url, { ...trusting(), certificate, secrets: () => ({ password }) });
    await expect(get(transport)).rejects.toMatchObject({ code: 'password-needed' });
    password = 'wrong';
    await expect(get(transport)).rejects.toMatchObject({
      code: 'password-needed',
      message: expect.stringContaining('does not open') as unknown,
    });
    password = certificates.password;
    expect((await get(transport)).body).toBe('{"client":"A client"}');
    const withoutPassword = { kind: 'pfx', path: certificates.client.pfxWithoutPassword } as const;
    expect((await get(transportTo(server.url, { ...trusting(), certificate: withoutPassword }))).status).toBe(
      200,
    );
  });

  it('reports that the server requires a client certificate, or another one', async () => {
    const server = await secureServer(certificates.server, true);
    await expect(get(transportTo(server.url, trusting()))).rejects.toMatchObject({
      code: 'certificate',
      message: expect.stringContaining('client certificate') as unknown,
    });
    const { cert, key } = certificates.stranger;
    const stranger = { kind: 'pem', certificatePath: cert, keyPath: key } as const;
    await expect(
      get(transportTo(server.url, { ...trusting(), certificate: stranger })),
    ).rejects.toMatchObject({ message: expect.stringContaining('client certificate') as unknown });
  });

  it('reads renewed files without a restart', async () => {
    const folder = await temporaryFolder();
    const server = await secureServer(certificates.server);
    const authorityPath = join(folder, 'authority.pem');
    await writeFile(authorityPath, await readFile(certificates.stranger.cert));
    const transport = transportTo(server.url, { authorityPath });
    await expect(get(transport)).rejects.toMatchObject({ code: 'certificate' });
    await writeFile(authorityPath, await readFile(certificates.authority));
    await utimes(authorityPath, new Date(), new Date(Date.now() + 5000));
    expect((await get(transport)).status).toBe(200);
  });

  it('names a missing or invalid file', async () => {
    const server = await secureServer(certificates.server);
    const cases = [
      [{ authorityPath: '/nowhere/authority.pem' }, '/nowhere/authority.pem'],
      [{ authorityPath: certificates.client.pfx }, 'PEM'],
      [{ certificate: { kind: 'pfx', path: '/nowhere/client.pfx' } }, '/nowhere/client.pfx'],
      [{ certificate: { kind: 'pfx', path: certificates.authority } }, 'not a valid certificate'],
      [
        {
          certificate: {
            kind: 'pem',
            certificatePath: certificates.client.cert,
            keyPath: certificates.stranger.key,
          },
        },
        'does not belong',
      ],
      [
        {
          certificate: {
            kind: 'pem',
            certificatePath: certificates.client.key,
            keyPath: certificates.client.key,
          },
        },
        'BEGIN CERTIFICATE',
      ],
    ] satisfies [Partial<HttpsTransportOptions>, string][];
    for (const [options, words] of cases)
      await expect(get(transportTo(server.url, { ...trusting(), ...options }))).rejects.toMatchObject({
        code: 'certificate',
        message: expect.stringContaining(words) as unknown,
      });
  });
});
