import { expect, test } from 'vitest';
import { screenForFile } from './screen-for-file.ts';

test('chooses the screen by the name, and by the content where JSON is shared', () => {
  expect(screenForFile('Top.RQL', '')).toBe('query');
  expect(screenForFile('Noon.Rookery', '')).toBe('recording');
  expect(screenForFile('noon.zip', 'PK\u0003\u0004\u0014\0\0\0\b\0recording.json')).toBe('recording');
  expect(screenForFile('stacks.zip', 'PK\u0003\u0004\u0014\0\0\0\b\0stacks.json')).toBe('threads');
  expect(screenForFile('shop.ravendbdump', '\u{1f}\u{8b}')).toBe('transfer');
  expect(screenForFile('IOStats-of-shop-2026-01-01.json', '{"Environments":[{"Path"')).toBe('io');
  expect(screenForFile('stacks.json', '{"Results":[{"ThreadIds"')).toBe('threads');
  expect(screenForFile('profile.speedscope.json', '{')).toBe('threads');
  expect(screenForFile('orders.json', '[{"Company":"companies/1"}]')).toBe('transfer');
});
