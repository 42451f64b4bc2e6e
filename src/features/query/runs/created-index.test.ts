import { expect, test } from 'vitest';
import { creationText } from './created-index.tsx';

const index = 'Auto/Orders/ByFreight';

test.each([
  [{ index, spans: null, buildMs: 85, restMs: 3.3, queryMs: 0.3 }, ' in 85 ms, waited 3 ms, query 300 µs'],
  [
    { index, spans: null, buildMs: 85, restMs: 0, queryMs: null },
    ' in 85 ms, wait and query together < 1 ms (“Run with timings” shows each)',
  ],
  [
    { index, buildMs: 1332, restMs: 282, queryMs: null, spans: { createMs: 115, waitMs: 1329, queryMs: 0 } },
    ': created and compiled in 115 ms, waited 1.33 s for it (built in 1.33 s), query < 1 ms',
  ],
  [{ index, spans: null, buildMs: null, restMs: null, queryMs: null }, ''],
])('names build, wait and query as far as known', (creation, rest) => {
  expect(creationText(creation)).toBe(`Created index ${index}${rest}`);
});
