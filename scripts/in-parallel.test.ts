import { expect, test } from 'vitest';
import { inParallel } from './in-parallel.ts';

test('keeps the order of the items and the number of lanes', async () => {
  let running = 0;
  let most = 0;
  const results = await inParallel([30, 10, 20, 1, 5], 2, async (ms) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, ms));
    running--;
    return ms * 2;
  });
  expect(results).toEqual([60, 20, 40, 2, 10]);
  expect(most).toBe(2);
});

test('fails with the first failure', async () => {
  const work = (item: number): Promise<number> =>
    item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item);
  await expect(inParallel([1, 2, 3], 2, work)).rejects.toThrow('two');
});
