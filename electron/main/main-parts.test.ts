/** Parts of the main process that need no Electron. e2e tests the rest in a real one. */
import { expect, it } from 'vitest';
import { BackOff } from './back-off.ts';
import { isOwnAddress } from './own-address.ts';
import { placeOn } from './window-state.ts';

it('restarts at once the first time, later after repeated failures, and at once again after a long run', () => {
  const backOff = new BackOff();
  const delays = [10, 10, 10, 10, 10, 10].map((ran) => backOff.nextDelay(ran));
  expect(delays).toEqual([0, 500, 2000, 5000, 15_000, 15_000]);
  expect(backOff.nextDelay(120_000)).toBe(0);
  expect(backOff.nextDelay(10)).toBe(500);
});

it.each([
  ['app://rookery/', true],
  ['app://rookery/index.html#x', true],
  ['app://rookery', true],
  ['app://other/', false],
  ['app://rookery.evil/', false],
  ['https://rookery/', false],
  ['http://app://rookery/', false],
  ['about:blank', false],
  ['file:///app://rookery/', false],
  ['', false],
])('takes %s for its own page: %s', (address, own) => {
  expect(isOwnAddress(address)).toBe(own);
});

it('restores its position only if a display shows it', () => {
  const screens = [
    { x: 0, y: 0, width: 1920, height: 1080 },
    { x: -1280, y: 0, width: 1280, height: 1024 },
  ];
  const state = (x: number, y: number) => ({ x, y, width: 1000, height: 700, maximised: false });
  expect(placeOn(state(100, 50), screens)).toEqual(state(100, 50));
  expect(placeOn(state(-1200, 10), screens)).toEqual(state(-1200, 10));
  const lost = { width: 1000, height: 700, maximised: false };
  expect(placeOn(state(1900, 50), screens)).toEqual(lost);
  expect(placeOn(state(100, 1050), screens)).toEqual(lost);
  expect(placeOn(state(-3000, 50), screens)).toEqual(lost);
  expect(placeOn(lost, screens)).toEqual(lost);
});
