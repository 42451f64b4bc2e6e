import { expect, it } from 'vitest';
import { PauseList } from '../../charts/timeline/index.ts';
import { followWindow } from './follow-window.ts';

const now = 1_000_000;
const window = (start: number, chosen?: number) =>
  followWindow({ now, chosen, start, pauses: PauseList.none });
const share = (start: number, chosen?: number) => {
  const { from, to } = window(start, chosen);
  return (now - Math.max(start, from)) / (to - from);
};

it('fills the whole width with the recording while it is shorter than the window', () => {
  expect(share(now - 10_000)).toBeGreaterThan(0.95);
  expect(share(now - 30_000, 120_000)).toBeGreaterThan(0.95);
  expect(share(now - 600_000)).toBeGreaterThan(0.95);
});

it('keeps the chosen width when the recording is longer', () => {
  const { from, to } = window(now - 600_000, 20_000);
  expect(to - from).toBe(20_000);
  expect(to).toBeGreaterThan(now);
});

it('shows five seconds of a recording that just began', () => {
  const { from, to } = window(now - 3);
  expect(to - from).toBeCloseTo(5150, 0);
});
