import { expect, it, vi } from 'vitest';
import { originOf } from './origin-of.ts';

it('answers the origin, or null, without URL.canParse', () => {
  vi.spyOn(URL, 'canParse').mockImplementation(() => {
    throw new Error('Chromium 108 lacks it.');
  });
  expect(originOf('https://db.example:8443/studio?a=1')).toBe('https://db.example:8443');
  expect(originOf('db.example')).toBeNull();
  expect(originOf('')).toBeNull();
  vi.restoreAllMocks();
});
