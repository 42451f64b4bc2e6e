import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ElectronApplication } from '@playwright/test';
import { callFromSecondClient } from '../environment/second-client.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { expect, test } from '../fixtures.ts';

interface ShownDialog {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  readonly defaultId: number;
  readonly cancelId: number;
}

const NOWHERE = 'http://127.0.0.1:9';
const CANCEL = 0;
const ALLOW = 1;

/** Stands in for the person: the dialog is recorded, and answered when the test says so (or closed by its signal). */
async function answerDialogs(app: ElectronApplication | undefined) {
  if (!app) throw new Error('These tests need Electron.');
  await app.evaluate(({ dialog }) => {
    const state: { shown: unknown[]; answer: (response: number) => void } = {
      shown: [],
      answer: () => undefined,
    };
    Object.assign(globalThis, { confirmationTest: state });
    Object.assign(dialog, {
      showMessageBox: (_window: unknown, options: { signal: AbortSignal }) => {
        const { signal, ...rest } = options;
        state.shown.push(rest);
        return new Promise((resolve) => {
          state.answer = (response) => resolve({ response, checkboxChecked: false });
          signal.addEventListener('abort', () => resolve({ response: 0, checkboxChecked: false }));
        });
      },
    });
  });
  const shown = (): Promise<ShownDialog[]> =>
    app.evaluate(
      () => (globalThis as unknown as { confirmationTest: { shown: ShownDialog[] } }).confirmationTest.shown,
    );
  return {
    shown,
    async answer(response: number, count = 1): Promise<ShownDialog> {
      await expect.poll(async () => (await shown()).length).toBe(count);
      await app.evaluate(
        (_electron, given) =>
          (
            globalThis as unknown as { confirmationTest: { answer(response: number): void } }
          ).confirmationTest.answer(given),
        response,
      );
      const last = (await shown()).at(-1);
      if (!last) throw new Error('no dialog was shown');
      return last;
    },
  };
}

test('more access waits for a dialog of the system, in which Cancel is the default', async ({
  shell,
  electronApp,
  window,
  environment,
}) => {
  const person = await answerDialogs(electronApp);
  const form = await shell.fillServer('Live', NOWHERE, 'Full');
  await expect(form).toContainText('Confirmed in a system dialog.');
  const add = form.getByRole('button', { name: 'Add server' });
  await add.click();
  const waiting = window.getByRole('dialog', { name: 'Waiting for your confirmation' });
  await expect(waiting).toContainText(`Add ${NOWHERE} (connection "Live") with full access`);
  await checkScreen(shell, environment, 'confirmation');
  const shown = await person.answer(CANCEL);
  expect(shown.message).toContain(`Add ${NOWHERE} (connection "Live") with full access`);
  expect(shown).toMatchObject({ buttons: ['Cancel', 'Add connection'], defaultId: CANCEL, cancelId: CANCEL });
  await expect(form).toContainText('This was not confirmed');
  expect(JSON.stringify(await callFromSecondClient(window, 'connections.list', {}))).not.toContain('Live');

  // Cancel in the page closes the dialog of the system.
  await add.click();
  await waiting.getByRole('button', { name: 'Cancel' }).click();
  await expect(waiting).toBeHidden();
  await expect(add).toBeEnabled();

  await add.click();
  await person.answer(ALLOW, 3);
  await expect(form).toBeHidden();
  expect(JSON.stringify(await callFromSecondClient(window, 'connections.list', {}))).toContain(
    '"mode":"full"',
  );
});

test('a page cannot answer, and a dangerous request of a guarded connection is sent on a yes alone', async ({
  shell,
  electronApp,
  window,
}) => {
  const person = await answerDialogs(electronApp);
  const received: string[] = [];
  const server = createServer((request, response) => {
    if (request.method !== 'GET') received.push(`${String(request.method)} ${String(request.url)}`);
    response.setHeader('content-type', 'application/json').end('{"Databases":[]}');
  });
  const url = await new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  );
  const form = await shell.fillServer('Live', url, 'Guarded');
  await form.getByRole('button', { name: 'Add server' }).click();
  await person.answer(ALLOW);
  await expect(form).toBeHidden();

  const list = JSON.stringify(await callFromSecondClient(window, 'connections.list', {}));
  const connection = /"id":"([\w-]{36})"/.exec(list)?.[1] ?? '';
  const danger = { connection, method: 'DELETE', path: '/admin/databases', body: '{"DatabaseNames":["a"]}' };
  await expect(callFromSecondClient(window, 'http.request', danger)).rejects.toThrow(/guarded/);
  const held = callFromSecondClient(window, 'http.request', { ...danger, confirm: true });
  await expect(
    callFromSecondClient(window, 'confirmations.answer', { id: 'x', code: '000000' }),
  ).rejects.toThrow(/no longer waits/);
  expect(received).toEqual([]);
  const shown = await person.answer(ALLOW, 2);
  expect(shown.message).toContain(`Send DELETE /admin/databases to ${url}`);
  expect(shown.detail).toContain('{"DatabaseNames":["a"]}');
  await held;
  expect(received).toEqual(['DELETE /admin/databases']);
  server.close();
});
