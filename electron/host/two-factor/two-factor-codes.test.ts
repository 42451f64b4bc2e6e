/** The whole host with two-factor codes: who sends them, and how a refusal is explained. */
import { expect, it } from 'vitest';
import { startHost } from '../test-environment/host-port.ts';
import { listenHttp } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { add, connected, enter, known, secured, send } from './two-factor-for-tests.ts';

it('two-factor: no page sends a code by itself, in any mode', async () => {
  const server = await secured();
  const { port, id } = await connected(server);
  for (const [method, path] of [
    ['POST', '/authentication/2fa?hasLimits=false'],
    ['POST', '/AUTHENTICATION/2fa'],
    ['DELETE', '/authentication/2fa'],
  ] as const)
    await expect(send(port, id, method, path)).rejects.toMatchObject({ code: 'bad-request' });
  expect(known.seen).toEqual([]);
});

it('two-factor: wrong codes are explained, and the fourth waits', async () => {
  const server = await secured();
  const { port, id } = await connected(server);
  for (let attempt = 0; attempt < 3; attempt++)
    await expect(enter(port, id, '999999')).rejects.toMatchObject({
      message: expect.stringContaining('wrong or expired') as unknown,
    });
  // Also after the connection is removed and added again.
  await port.call('connections.remove', { id });
  const again = await add(port, server.url);
  const sent = known.seen.length;
  await expect(enter(port, again)).rejects.toMatchObject({
    message: expect.stringMatching(/sends the next one in \d+ s/) as unknown,
  });
  expect(known.seen).toHaveLength(sent);
});

it.each([
  [
    400,
    '{"Error":"Requested two factor authentication duration is higher than maximum"}',
    'Choose a shorter',
  ],
  [400, '{"Error":"The certificate X is not set up for two factor authentication"}', 'no two-factor key'],
  [403, '{"Message":"expired"}', 'denies access'],
  [429, '', 'Wait a minute'],
  [404, '<html>', 'no two-factor sign-in'],
  [500, '', 'returned 500'],
  [202, '', 'sent no session'],
])('two-factor: the refusal %i %s of a code is explained', async (status, body, words) => {
  const server = await secured();
  const { port, id } = await connected(server);
  known.signIn = { status, body };
  await expect(enter(port, id)).rejects.toMatchObject({
    code: 'two-factor',
    message: expect.stringContaining(words) as unknown,
  });
});

it('two-factor: a 428 without TLS and certificate is an ordinary response: no code is sent in the clear', async () => {
  const server = await listenHttp((_request, response) => response.writeHead(428).end('{}'));
  const port = (await startHost(await temporaryFolder())).window();
  const { connection } = await port.call('connections.save', {
    connection: { kind: 'server', name: 'Plain', colour: 'red', mode: 'read-only', url: server.url },
  });
  expect((await send(port, connection.id)).status).toBe(428);
  await expect(enter(port, connection.id)).rejects.toMatchObject({ code: 'bad-request' });
});
