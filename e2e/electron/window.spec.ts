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
