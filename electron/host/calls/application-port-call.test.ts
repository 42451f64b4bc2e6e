/** A real port of the real engine: dist/native/rookery.node, built by `npm run build:native`. */
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { PortError, type Port } from '../../../src/contract/index.ts';
import type { ConfirmationText } from '../confirmation/confirmation-text.ts';
import { nativeFiles } from '../native-files.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { freePort, listenHttp } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

const { addonPath } = nativeFiles(join(resolve(import.meta.dirname, '../../..'), 'dist'), process.env);

async function hostThatAnswers(answer: boolean): Promise<{ port: Port; asked: ConfirmationText[] }> {
  const asked: ConfirmationText[] = [];
  const ask = (text: ConfirmationText) => {
    asked.push(text);
    return Promise.resolve(answer);
  };
  const port = await hostOn(await temporaryFolder(), { addonPath, confirmation: { method: 'dialog', ask } });
  return { port, asked };
}

const create = (url: string): Promise<Response> =>
  fetch(`${url}/admin/databases?name=shop`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ DatabaseName: 'shop' }),
  });

it('opens the sandbox to programs after a confirmation, and closes it again', async () => {
  const { port, asked } = await hostThatAnswers(true);
  expect(await port.call('applicationPort.load', {})).toEqual({ open: null });
  const number = await freePort();
  const { open } = await port.call('applicationPort.open', { port: number });
  const url = `http://127.0.0.1:${number}`;
  expect(open).toMatchObject({ url });
  expect(asked).toMatchObject([
    {
      allow: 'Open port',
      details: [expect.stringContaining(`port ${number}`), expect.anything(), expect.anything()],
    },
  ]);

  expect((await create(url)).status).toBe(201);
  const listed = await port.call('http.request', {
    connection: 'sandbox',
    method: 'GET',
    path: '/databases',
  });
  expect(listed.body).toContain('"shop"');
  const tcp: unknown = await (await fetch(`${url}/databases/shop/info/tcp`)).json();
  expect(tcp).toMatchObject({ Url: `tcp://127.0.0.1:${String(open?.tcpPort)}` });
  expect((await port.call('applicationPort.load', {})).open?.connections).toBeGreaterThan(0);

  // A second request does not ask again.
  expect((await port.call('applicationPort.open', { port: 0 })).open?.url).toBe(url);
  expect(asked).toHaveLength(1);

  expect(await port.call('applicationPort.close', {})).toEqual({ open: null });
  await expect(fetch(`${url}/databases`)).rejects.toThrow();
  expect(await port.call('applicationPort.load', {})).toEqual({ open: null });
  expect((await port.call('applicationPort.open', { port: number })).open?.url).toBe(url);
});

it('opens nothing that was not confirmed', async () => {
  const { port } = await hostThatAnswers(false);
  const number = await freePort();
  await expect(port.call('applicationPort.open', { port: number })).rejects.toMatchObject({
    code: 'not-confirmed',
  });
  await expect(fetch(`http://127.0.0.1:${number}/databases`)).rejects.toThrow();
});

it('refuses web pages, injected faults and other processes at the port', async () => {
  const { port } = await hostThatAnswers(true);
  const { open } = await port.call('applicationPort.open', { port: 0 });
  const url = open?.url ?? '';
  const page = await fetch(`${url}/databases`, { headers: { origin: 'http://evil.example' } });
  expect(page.status).toBe(403);
  const faults = { method: 'GET', path: '/rookery/fault-injection' } as const;
  expect((await port.call('http.request', { connection: 'sandbox', ...faults })).status).toBe(200);
  expect((await fetch(`${url}${faults.path}`)).status).toBeGreaterThanOrEqual(400);
  expect((await fetch(`${url}/rookery/processes`)).status).toBeGreaterThanOrEqual(400);
});

it('names a port that another program uses', async () => {
  const { port } = await hostThatAnswers(true);
  const other = await listenHttp((_request, response) => response.end());
  const number = Number(new URL(other.url).port);
  const failed = await port.call('applicationPort.open', { port: number }).catch((thrown: unknown) => thrown);
  expect(failed).toBeInstanceOf(PortError);
  expect(failed).toMatchObject({
    code: 'refused',
    message: expect.stringContaining(`127.0.0.1:${number}`) as string,
  });
  expect(await port.call('applicationPort.load', {})).toEqual({ open: null });
});
