import { expect, it } from 'vitest';
import { growthRate, LEAST_MS } from './growth-rate.ts';

const HOUR = 3_600_000;
const KB = 1024;

it('is a rate per hour within a day, and per day afterwards', () => {
  expect(growthRate(6 * KB, HOUR / 2)).toBe('+12 KB per hour');
  expect(growthRate(48 * KB, 24 * HOUR)).toBe('+48 KB per day');
  expect(growthRate(48 * KB, 48 * HOUR)).toBe('+24 KB per day');
});

it('shows shrinking files with a minus', () => {
  expect(growthRate(-6 * KB, HOUR)).toMatch(/^[-−]6 KB per hour$/);
});

it('says nothing about less than ten minutes, or without growth', () => {
  expect(growthRate(6 * KB, LEAST_MS - 1)).toBeNull();
  expect(growthRate(6 * KB, LEAST_MS)).toBe('+36 KB per hour');
  expect(growthRate(0, HOUR)).toBeNull();
  expect(growthRate(1, 100 * 24 * HOUR)).toBeNull();
});
