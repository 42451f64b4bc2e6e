import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificates, text, type TestCertificates } from '../test-environment/certificates.ts';
import { freePort, listenHttp, listenTcp, type Answer } from '../test-environment/local-server.ts';
import { HttpProxyRoute } from '../routes/http-proxy-route.ts';
import { startProxy } from '../test-environment/test-proxy.ts';
import { testConnection } from './run-test.ts';
import type { TestRequest } from './test-request.ts';

const run = (request: TestRequest) => testConnection(request, new AbortController().signal);

/** The failed step, which must be the last, with its message. */
async function failure(request: TestRequest): Promise<{ step: string; message: string }> {
  const { ok, steps } = await run(request);
  expect(ok).toBe(false);
  const failed = steps.filter((each) => !each.ok);
  expect(failed).toHaveLength(1);
  const [only] = failed;
  expect(only).toBe(steps.at(-1));
  return { step: only?.step ?? '', message: only?.message ?? '' };
}

/** Responds like RavenDB of that version. */
const raven =
  (version: string, access: (path: string) => number = () => 200): Answer =>
  (request, response) => {
    const status = access(request.url ?? '');
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'raven-server-version': version,
    });
    if (status !== 200) response.end('{"Type":"InvalidAuth","Message":"Who are you?"}');
    else if (request.url === '/build/version')
      response.end(
        JSON.stringify({ BuildVersion: 71, ProductVersion: version, CommitHash: 'x', FullVersion: version }),
      );
    else response.end('{"Topology":{}}');
  };

describe('an address', () => {
  it.each([
    ['nonsense', 'not an address'],
    ['localhost:8080', 'http://'],
    ['ftp://server', 'http://'],
    ['http://me:secret@server', 'Remove them'],
    ['https://server/studio/index.html#databases', 'https://server'],
  ])('that is invalid is explained: %s', async (url, words) => {
    const { step, message } = await failure({ url });
    expect(step).toBe('address');
    expect(message).toContain(words);
  });

  it('whose name is unknown fails at dns', async () => {
    expect(await failure({ url: 'http://no-such-host.invalid' })).toMatchObject({ step: 'dns' });
  });

  it('whose port is closed fails at tcp', async () => {
    const port = await freePort();
    const { step, message } = await failure({ url: `http://127.0.0.1:${port}` });
    expect(step).toBe('tcp');
    expect(message).toContain(`127.0.0.1:${port}`);
  });
});

describe('a server without TLS', () => {
  it('that is a RavenDB passes every step, in order', async () => {
    const server = await listenHttp(raven('7.1.5'));
    const result = await run({ url: server.url });
    expect(result.steps.map(({ step, ok }) => `${step} ${ok}`)).toEqual([
      'address true',
      'dns true',
      'tcp true',
      'http true',
      'version true',
      'access true',
    ]);
    expect(result).toMatchObject({ ok: true, serverVersion: '7.1.5' });
    for (const { message, ms } of result.steps) {
      expect(message).not.toBe('');
      expect(ms).toBeGreaterThanOrEqual(0);
    }
  });

  it.each<[string, Answer, string]>([
    [
      'a web page',
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>'),
      'web page',
    ],
    ['JSON without the members', (_request, response) => response.end('{"version":"7.0"}'), 'RavenDB format'],
    ['a plain 404', (_request, response) => response.writeHead(404).end('no'), '404'],
    [
      'a login elsewhere',
      (_request, response) => response.writeHead(302, { location: 'https://sso.example/' }).end(),
      'https://sso.example/',
    ],
  ])('that responds with %s is rejected', async (_what, answer, words) => {
    const server = await listenHttp(answer);
    const { step, message } = await failure({ url: server.url });
    expect(step).toBe('http');
    expect(message).toContain(words);
  });

  it('that uses another protocol fails at http', async () => {
    const { port } = await listenTcp((socket) => socket.end('220 mail ready\r\n'));
    expect(await failure({ url: `http://127.0.0.1:${port}` })).toMatchObject({ step: 'http' });
  });

  it.each(['5.4.117', '4.2'])('of version %s is too old', async (version) => {
    const server = await listenHttp(raven(version));
    const { step, message } = await failure({ url: server.url });
    expect(step).toBe('version');
    expect(message).toContain(version);
    expect(message).toContain('6.0');
    expect((await run({ url: server.url })).serverVersion).toBe(version);
  });

  it.each(['6.0.0', '6.2.1-nightly', '7.1.5', '10.0', 'custom'])(
    'of version %s is new enough',
    async (version) => {
      const server = await listenHttp(raven(version));
      expect(await run({ url: server.url })).toMatchObject({ ok: true });
    },
  );

  it('that returns 403 is a RavenDB that denies access', async () => {
    const server = await listenHttp(raven('7.1.5', () => 403));
    const { step, message } = await failure({ url: server.url });
    expect(step).toBe('access');
    expect(message).toContain('client certificate');
    expect(message).toContain('Who are you?');
  });

  it('that only reports its version fails at access', async () => {
    const server = await listenHttp(raven('7.1.5', (path) => (path === '/build/version' ? 200 : 403)));
    expect(await failure({ url: server.url })).toMatchObject({ step: 'access' });
  });
});

describe('a server with TLS', () => {
  let certificates: TestCertificates;
  beforeAll(async () => {
    certificates = await makeCertificates();
  });
  afterAll(() => certificates.remove());

  const secure = async (pair: { cert: string; key: string }) =>
    listenHttp(raven('7.1.5'), {
      cert: await text(pair.cert),
      key: await text(pair.key),
      requestCert: true,
      rejectUnauthorized: false,
    });

  it('passes with its CA and our certificate', async () => {
    const server = await secure(certificates.server);
    const result = await run({
      url: server.url,
      authorityPath: certificates.authority,
      certificate: { kind: 'pfx', path: certificates.client.pfx },
      secrets: () => Promise.resolve({ password: certificates.password }),
    });
    expect(result.ok).toBe(true);
    expect(result.steps.map(({ step }) => step)).toEqual([
      'address',
      'dns',
      'tcp',
      'tls',
      'certificate',
      'http',
      'version',
      'access',
    ]);
  });

  it('fails at tls with an untrusted certificate, another name, or plain http', async () => {
    const server = await secure(certificates.server);
    expect(await failure({ url: server.url })).toMatchObject({ step: 'tls' });
    const misnamed = await secure(certificates.misnamed);
    const wrongName = await failure({ url: misnamed.url, authorityPath: certificates.authority });
    expect(wrongName.step).toBe('tls');
    expect(wrongName.message).toContain('another host name');
    const plain = await listenHttp(raven('7.1.5'));
    const notTls = await failure({ url: `https://127.0.0.1:${plain.port}` });
    expect(notTls.step).toBe('tls');
    expect(notTls.message).toContain('http://');
  });

  it('shows the certificate that is not trusted, accepts it when it is pinned, and no other', async () => {
    const server = await secure(certificates.selfSigned);
    const refused = (await run({ url: server.url })).steps.at(-1);
    expect(refused).toMatchObject({
      step: 'tls',
      ok: false,
      message: expect.stringContaining('pin this certificate') as unknown,
      serverCertificate: { subject: 'CN=localhost', issuer: 'CN=localhost' },
    });
    const { fingerprint = '', notBefore = 0, notAfter = 0 } = refused?.serverCertificate ?? {};
    expect(fingerprint).toMatch(/^[\da-f]{64}$/);
    expect(notAfter - notBefore).toBe(2 * 86_400_000);
    const pinned = await run({ url: server.url, pinnedCertificate: fingerprint });
    expect(pinned).toMatchObject({ ok: true });
    expect(pinned.steps.find(({ step }) => step === 'tls')?.message).toContain('the pinned one');

    const other = await secure(certificates.server);
    const changed = await run({
      url: other.url,
      pinnedCertificate: fingerprint,
      authorityPath: certificates.authority,
    });
    expect(changed.steps.at(-1)).toMatchObject({
      step: 'tls',
      ok: false,
      message: expect.stringContaining('another certificate than the pinned one') as unknown,
      serverCertificate: { issuer: 'CN=Test authority' },
    });
  });

  it('is not connected to again when the CA file cannot be read', async () => {
    const server = await secure(certificates.server);
    const proxy = await startProxy();
    const { step } = await failure({
      url: server.url,
      authorityPath: '/nowhere/ca.pem',
      openRoute: () =>
        new HttpProxyRoute({ kind: 'proxy', url: proxy.url }, () => Promise.resolve(undefined)),
    });
    expect(step).toBe('tls');
    expect(proxy.connects).toHaveLength(1);
  });

  it('fails at tls when the proxy resets the connection', async () => {
    const { port } = await listenTcp((socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\n', () => socket.resetAndDestroy())),
    );
    const url = `http://127.0.0.1:${port}`;
    const { step } = await failure({
      url: 'https://db.example',
      authorityPath: certificates.authority,
      openRoute: () => new HttpProxyRoute({ kind: 'proxy', url }, () => Promise.resolve(undefined)),
    });
    expect(step).toBe('tls');
  });

  it('fails at certificate without our certificate or its password', async () => {
    const server = await secure(certificates.server);
    const known = { url: server.url, authorityPath: certificates.authority };
    const missing = await failure({ ...known, certificate: { kind: 'pfx', path: '/nowhere.pfx' } });
    expect(missing).toMatchObject({ step: 'certificate' });
    expect(missing.message).toContain('/nowhere.pfx');
    const pfx = { kind: 'pfx', path: certificates.client.pfx } as const;
    expect((await failure({ ...known, certificate: pfx })).message).toContain('password');
    expect(
      (await failure({ ...known, certificate: pfx, secrets: () => Promise.resolve({ password: 'no' }) }))
        .message,
    ).toContain('does not open');
  });
});
