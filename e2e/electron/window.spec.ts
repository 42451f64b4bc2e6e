import { expect, test } from '../fixtures.ts';

test('the window is sandboxed, isolated and kept to its own address', async ({ shell, window }) => {
  await expect(shell.page).toHaveURL(/^app:\/\/rookery\//);
  const inside = await window.evaluate(() => ({
    node:
      typeof (globalThis as { require?: unknown }).require +
      typeof (globalThis as { process?: unknown }).process,
    bridge: Object.keys((globalThis as { rookery?: object }).rookery ?? {}),
    opened: globalThis.open('https://example.com') === null,
  }));
  expect(inside).toEqual({ node: 'undefinedundefined', bridge: ['requestPort'], opened: true });
  await window.evaluate(() => {
    globalThis.location.href = 'https://example.com/';
  });
  await expect(shell.page).toHaveURL(/^app:\/\/rookery\//);
  const evaluated = await window.evaluate(() => {
    try {
      // The policy must stop this; the test would be worthless if it did not try.
      // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
      return String(new Function('return 1')());
    } catch (error) {
      return error instanceof EvalError ? 'refused' : String(error);
    }
  });
  expect(evaluated).toBe('refused');
});
