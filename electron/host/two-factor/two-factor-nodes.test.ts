/** The whole host with another node that requires two-factor codes of its own. */
import { expect, it } from 'vitest';
import { startHost } from '../test-environment/host-port.ts';
import { listenHttp } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { add, enter, known, secured, send, stateOf, tlsOptions, waiting } from './two-factor-for-tests.ts';

it('two-factor: another node has a session of its own, which reads wait for while the server is down', async () => {
  const node = await secured();
  const port = (await startHost(await temporaryFolder())).window();
  const at = { tag: 'B', url: node.url };
  // Nothing listens on the discard port.
  const id = await add(port, 'https://127.0.0.1:9', [at]);
  const read = send(port, id);
  await waiting(port, id);
  expect(await stateOf(port, id)).toEqual({ state: 'code-needed', waiting: true, ended: false, node: at });
  expect(await port.call('twoFactor.limits', { id, node: 'B' })).toMatchObject({ defaultMinutes: 120 });
  await expect(enter(port, id, '012345', 'C')).rejects.toMatchObject({ code: 'bad-request' });
  await enter(port, id, '012345', 'B');
  expect(await read).toMatchObject({ status: 200, node: 'B' });
  expect(await stateOf(port, id)).toMatchObject({ state: 'signed-in', node: at });
  await port.call('twoFactor.signOut', { id, node: 'B' });
  expect(known.session).toBeUndefined();
  // Declined: reads fail with the error of the server itself.
  await expect(send(port, id)).rejects.toMatchObject({ code: 'refused' });
  expect(await stateOf(port, id)).toMatchObject({ state: 'code-needed', waiting: false, node: at });
});

it('two-factor: a code for another node is no longer needed when the server answers again', async () => {
  const [server, node] = [await secured(), await secured()];
  const { port: ownPort } = server;
  await server.close();
  const port = (await startHost(await temporaryFolder())).window();
  const id = await add(port, `https://127.0.0.1:${ownPort}`, [{ tag: 'B', url: node.url }]);
  const read = send(port, id);
  const failed = expect(read).rejects.toMatchObject({ code: 'refused' });
  await waiting(port, id);
  await port.call('twoFactor.decline', { id, node: 'B' });
  await failed;
  expect(await stateOf(port, id)).toMatchObject({ state: 'code-needed', node: { tag: 'B' } });
  await listenHttp((_request, response) => response.end('{"Databases":[]}'), await tlsOptions(), ownPort);
  expect((await send(port, id)).node).toBeUndefined();
  expect(await stateOf(port, id)).toBeUndefined();
});
