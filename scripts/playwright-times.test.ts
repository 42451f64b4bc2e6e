import { expect, test } from 'vitest';
import { slowestFiles } from './playwright-times.ts';

test('files are listed by the sum of their tests, per project', () => {
  const lines = slowestFiles(
    [
      { project: 'chromium', file: 'a.spec.ts', duration: 2_000 },
      { project: 'ravendb', file: 'a.spec.ts', duration: 9_000 },
      { project: 'chromium', file: 'b.spec.ts', duration: 4_000 },
      { project: 'chromium', file: 'a.spec.ts', duration: 3_400 },
      { project: 'chromium', file: 'c.spec.ts', duration: 1 },
    ],
    3,
  );
  expect(lines).toEqual([
    '    9 s  [ravendb] a.spec.ts (1 test)',
    '    5 s  [chromium] a.spec.ts (2 tests)',
    '    4 s  [chromium] b.spec.ts (1 test)',
  ]);
});
