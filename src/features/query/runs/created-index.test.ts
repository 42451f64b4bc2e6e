import { expect, test } from 'vitest';
import { creationText } from './created-index.tsx';

const index = 'Auto/Orders/ByFreight';

test.each([
  [{ index, buildMs: 85, restMs: 3.3, queryMs: 0.3 }, ' in 85 ms, waited 3 ms, query 300 µs'],
  [{ index, buildMs: 85, restMs: 0, queryMs: null }, ' in 85 ms, wait and query < 1 ms'],
  [{ index, buildMs: null, restMs: null, queryMs: null }, ''],
])('names build, wait and query as far as known', (creation, rest) => {
  expect(creationText(creation)).toBe(`Created index ${index}${rest}`);
});
