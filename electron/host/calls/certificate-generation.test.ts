/** The whole host and a server that generates certificates, with files chosen by the test. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ConnectionMode } from '../../../src/contract/index.ts';
import type { ConfirmationText } from '../confirmation/confirmation-text.ts';
import { startHost } from '../test-environment/host-port.ts';
import { listenHttp, type Answer } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

const archive = Buffer.from('PK\u0003\u0004 private key', 'latin1');
const generates: Answer = (_request, response) => {
  response.setHeader('content-disposition', 'attachment; filename=app.zip');
  response.end(archive);
};

async function setUp(
  mode: ConnectionMode,
  answer: Answer,
  choices: { save?: boolean; agree?: boolean } = {},
) {
  const { save = true, agree = true } = choices;
  const requests: string[] = [];
  const shown: ConfirmationText[] = [];
  const server = await listenHttp((request, response, body) => {
    requests.push(`${request.method} ${request.url} ${body}`);
    answer(request, response, body);
  });
  const folder = await temporaryFolder();
  const names: string[] = [];
  let isAsking = false;
  const host = await startHost(folder, {
    confirmation: {
      method: 'dialog',
      ask: (text) => {
        shown.push(text);
        return Promise.resolve(isAsking ? agree : true);
      },
    },
    exportWay: {
      kind: 'file',
      choose: ({ name }) => {
        names.push(name);
        return Promise.resolve(save ? join(folder, name) : null);
      },
    },
  });
  const port = host.window();
  const { connection } = await port.call('connections.save', {
    connection: { kind: 'server', name: 'Live', colour: 'red', mode, url: server.url },
  });
  shown.length = 0;
  isAsking = true;
  const generate = () =>
    port.call('certificates.generate', {
      id: 'generation-1',
      connection: connection.id,
      name: 'app: one',
      clearance: 'ValidUser',
      permissions: { Shop: 'ReadWrite' },
      notAfter: Date.UTC(2030, 0, 1),
      password: 'secret word',
    });
  const log = () => readFile(join(folder, 'logs', 'rookery.log'), 'utf8');
  return { folder, generate, requests, shown, names, log };
}

it('the archive of the server is written to the chosen file', async () => {
  const { folder, generate, requests, names } = await setUp('full', generates);
  const { file } = await generate();
  expect(names).toEqual(['app_one.zip']);
  expect(file).toBe(join(folder, 'app_one.zip'));
  expect(await readFile(file ?? '')).toEqual(archive);
  const [request = ''] = requests;
  expect(request).toMatch(/^POST \/admin\/certificates /);
  expect(JSON.parse(request.slice(request.indexOf('{')))).toEqual({
    Name: 'app: one',
    SecurityClearance: 'ValidUser',
    Permissions: { Shop: 'ReadWrite' },
    NotAfter: '2030-01-01T00:00:00.000Z',
    Password: 'secret word',
  });
});

it('a read-only connection generates nothing and chooses no file', async () => {
  const { generate, requests, names } = await setUp('read-only', generates);
  await expect(generate()).rejects.toMatchObject({ code: 'policy-refused' });
  expect([requests, names]).toEqual([[], []]);
});

it('a guarded connection shows name, clearance and rights, not the password, and sends nothing when declined', async () => {
  const { generate, requests, names, shown, log } = await setUp('guarded', generates, { agree: false });
  await expect(generate()).rejects.toMatchObject({ code: 'not-confirmed' });
  expect([requests, names]).toEqual([[], []]);
  expect(shown).toHaveLength(1);
  const text = JSON.stringify(shown);
  for (const words of ['app: one', 'ValidUser', 'Shop: ReadWrite', '2030-01-01'])
    expect(text).toContain(words);
  expect(text).not.toContain('secret word');
  expect(await log()).not.toContain('secret word');
});

it('a guarded connection generates after the confirmation', async () => {
  const { generate, requests } = await setUp('guarded', generates);
  expect((await generate()).file).not.toBeNull();
  expect(requests).toHaveLength(1);
});

it('nothing is generated when no file is chosen', async () => {
  const { generate, requests } = await setUp('full', generates, { save: false });
  await expect(generate()).rejects.toMatchObject({ code: 'cancelled' });
  expect(requests).toEqual([]);
});

it.each<[string, Answer, RegExp]>([
  [
    'a refusal',
    (_request, response) => {
      response.writeHead(402, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ Message: 'Your license does not include this.\nMore' }));
    },
    /did not generate app: one: Your license does not include this\.$/,
  ],
  ['another answer', (_request, response) => response.end('<html>'), /did not return an archive/],
])('%s leaves no file', async (_what, answer, message) => {
  const { folder, generate } = await setUp('full', answer);
  await expect(generate()).rejects.toMatchObject({ message: expect.stringMatching(message) as unknown });
  expect((await readdir(folder)).filter((name) => name.includes('zip'))).toEqual([]);
});
