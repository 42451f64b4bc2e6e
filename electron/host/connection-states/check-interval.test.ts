import { expect, it } from 'vitest';
import { checkInterval } from './check-interval.ts';

const answered = { failures: 0, ms: 20, servers: 3, random: 0 };

it('a server that answers is checked every 30 seconds, and more rarely in a long list', () => {
  expect(checkInterval(answered)).toBe(30_000);
  expect(checkInterval({ ...answered, servers: 100 })).toBe(100_000);
  expect(checkInterval({ ...answered, servers: 100_000 })).toBe(600_000);
});

it('a slow server is checked more rarely', () => {
  expect(checkInterval({ ...answered, ms: 2000 })).toBe(100_000);
});

it('the pause grows with each failure up to ten minutes', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 60].map((failures) => checkInterval({ ...answered, failures }) / 1000);
  expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600]);
});

it('checks that begin together move apart', () => {
  expect(checkInterval({ ...answered, random: 0.5 })).toBe(33_000);
  expect(checkInterval({ ...answered, random: 1 })).toBe(36_000);
});
