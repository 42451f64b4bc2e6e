import { expect, test } from 'vitest';
import { MetricHistory } from './metric-history.ts';

test('returns the samples since a moment, oldest first', () => {
  const history = new MetricHistory();
  history.add(1, { 'cpu.process': 10 });
  history.add(2, { 'cpu.process': 20, 'cpu.machine': 5 });
  history.add(3, { 'cpu.process': 30 });
  expect([...history.since('cpu.process', 2).times]).toEqual([2, 3]);
  expect([...history.since('cpu.process', 2).values]).toEqual([20, 30]);
  expect(history.last('cpu.machine')).toEqual({ at: 2, value: 5 });
  expect(history.last('disk.queue')).toBeNull();
  expect(history.since('disk.queue', 0).times).toHaveLength(0);
});

test('keeps the newest samples of a feed that is faster than expected', () => {
  const history = new MetricHistory();
  for (let at = 0; at < 5_000; at++) history.add(at, { 'cpu.process': at });
  const { times, values } = history.since('cpu.process', 0);
  expect(times).toHaveLength(720);
  expect([times[0], times.at(-1), values.at(-1)]).toEqual([4_280, 4_999, 4_999]);
});

test('shows whole minutes since the first sample, between two and ten', () => {
  const history = new MetricHistory();
  expect(history.shownMs(0)).toBe(120_000);
  history.add(1_000, { 'cpu.process': 1 });
  expect(history.shownMs(2_000)).toBe(120_000);
  expect(history.shownMs(200_000)).toBe(240_000);
  expect(history.shownMs(9_000_000)).toBe(600_000);
});
