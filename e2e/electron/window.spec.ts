import { expect, test } from '../fixtures.ts';

test('is sandboxed, isolated and limited to its own origin', async ({ shell, window, consoleErrors }) => {
  await expect(shell.page).toHaveURL(/^app:\/\/rookery\//);
  const inside = await window.evaluate(() => ({
    node:
      typeof (globalThis as { require?: unknown }).require +
      typeof (globalThis as { process?: unknown }).process,
    bridge: Object.keys((globalThis as { rookery?: object }).rookery ?? {}),
    opened: globalThis.open('https://example.com') === null,
  }));
  expect(inside).toEqual({ node: 'undefinedundefined', bridge: ['requestPort'], opened: true });
  // Within one evaluation: Playwright would wait for a navigation that never happens.
  const stayed = await window.evaluate(async () => {
    globalThis.location.href = 'https://example.com/';
    await new Promise((resolve) => setTimeout(resolve, 500));
    return globalThis.location.href;
  });
  expect(stayed).toMatch(/^app:\/\/rookery\//);
  const evaluated = await window.evaluate(
    () =>
      new Promise<string>((resolve) => {
        // The debugger can evaluate regardless of the policy; the callback of a timer cannot.
        setTimeout(() => {
          try {
            // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the policy must stop it
            resolve(String(new Function('return 1')()));
          } catch (error) {
            resolve(error instanceof EvalError ? 'refused' : String(error));
          }
        });
      }),
  );
  expect(evaluated).toBe('refused');
  // Refusals appear in the console; here they are expected.
  consoleErrors.length = 0;
});

test.describe('started by the system with a link', () => {
  test.use({ startArguments: ['--', 'rookery://open/threads?server=sandbox'] });

  test('opens the screen of the rookery:// link', async ({ shell, window, consoleErrors }) => {
    await shell.ready();
    await expect(window.getByRole('tab', { name: /^Threads/, selected: true })).toBeVisible();
    expect(consoleErrors).toEqual([]);
  });
});

test('opens a screen from a rookery:// link that the system passes on, and nothing else', async ({
  shell,
  window,
  electronApp,
  consoleErrors,
}) => {
  await shell.ready();
  // What a second run of the program sends to this one.
  const open = (link: string) =>
    electronApp?.evaluate(
      ({ app }, text) =>
        app.emit('second-instance', {}, [], '', { command: { kind: 'open-link', link: text } }),
      link,
    );
  await open('rookery://open/overview?server=sandbox');
  await expect(window.getByRole('tab', { name: /^Overview/, selected: true })).toBeVisible();
  await open('rookery://open/patch?server=sandbox&database=x');
  await expect(
    window.getByText('The link was not opened: it names no screen that a link may open.'),
  ).toBeVisible();
  await open('rookery://open/query?server=https%3A%2F%2Funknown.example&database=x');
  await expect(window.getByText('no connection has the address https://unknown.example')).toBeVisible();
  await window.getByRole('button', { name: 'Add server…' }).click();
  const form = window.getByRole('dialog', { name: 'Add server' });
  await expect(form.getByLabel('Address')).toHaveValue('https://unknown.example');
  await expect(form.getByLabel('Access')).toContainText('Read-only');
  expect(consoleErrors).toEqual([]);
});
