import { expect, it } from 'vitest';
import { isScreenRegistered, registerScreens } from './known-screens.ts';

it('finds a screen once it is registered', () => {
  expect(isScreenRegistered('later')).toBe(false);
  registerScreens(['later', 'other']);
  expect(isScreenRegistered('later')).toBe(true);
});
