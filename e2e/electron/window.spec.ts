import { expect, test } from '../fixtures.ts';

test('the window is sandboxed, isolated and kept to its own address', async ({
  shell,
  window,
  consoleErrors,
}) => {
  await expect(shell.page).toHaveURL(/^app:\/\/rookery\//);
  const inside = await window.evaluate(() => ({
    node:
      typeof (globalThis as { require?: unknown }).require +
      typeof (globalThis as { process?: unknown }).process,
    bridge: Object.keys((globalThis as { rookery?: object }).rookery ?? {}),
    opened: globalThis.open('https://example.com') === null,
  }));
  expect(inside).toEqual({ node: 'undefinedundefined', bridge: ['requestPort'], opened: true });
  // Within one evaluation: Playwright itself would wait for a navigation that never comes.
  const stayed = await window.evaluate(async () => {
    globalThis.location.href = 'https://example.com/';
    await new Promise((resolve) => setTimeout(resolve, 500));
    return globalThis.location.href;
  });
  expect(stayed).toMatch(/^app:\/\/rookery\//);
  const evaluated = await window.evaluate(
    () =>
      new Promise<string>((resolve) => {
        // The debugger may evaluate whatever the policy says; a timer's callback is the page's own.
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
  // Refusals are said in the console; here they were asked for.
  consoleErrors.length = 0;
});
