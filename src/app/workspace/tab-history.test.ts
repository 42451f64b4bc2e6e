import { expect, it } from 'vitest';
import { emptyHistory, step, visit } from './tab-history.ts';

const open = (id: string) => id !== 'closed';

it('goes back through the visited tabs and forward again, without closed ones', () => {
  let history = visit(emptyHistory, null, 'a');
  for (const [from, to] of [
    ['a', 'b'],
    ['b', 'closed'],
    ['closed', 'c'],
  ] as const)
    history = visit(history, from, to);
  const first = step(history, 'back', 'c', open);
  expect(first?.id).toBe('b');
  const second = step(first?.history ?? emptyHistory, 'back', 'b', open);
  expect(second?.id).toBe('a');
  expect(step(second?.history ?? emptyHistory, 'back', 'a', open)).toBeUndefined();
  const forward = step(second?.history ?? emptyHistory, 'forward', 'a', open);
  expect(forward).toEqual({ id: 'b', history: { back: ['a'], forward: ['c'] } });
});

it('forgets the way forward when another tab is visited', () => {
  const back = step(visit(emptyHistory, 'a', 'b'), 'back', 'b', open);
  expect(visit(back?.history ?? emptyHistory, 'a', 'c').forward).toEqual([]);
});
