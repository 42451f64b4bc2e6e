import { expect, it } from 'vitest';
import { noCounts } from './report.ts';
import { endSentences } from './report-text.ts';

it.each([
  [{ read: 3, written: 2, skipped: 1 }, 'a.csv was imported into shop.'],
  [{ read: 2, rejected: 2 }, 'Nothing of a.csv was stored in shop: 2 items were rejected.'],
  [{ read: 1, rejected: 1 }, 'Nothing of a.csv was stored in shop: 1 item was rejected.'],
  [{ read: 4, written: 2, rejected: 2 }, '2 of 4 items of a.csv were imported into shop.'],
])('says what was stored: %j', (counts, sentence) => {
  const report = {
    counts: { ...noCounts, ...counts },
    rejections: [],
    checkpoint: { offset: 0, line: 1 },
    uncertain: null,
  };
  const settings = { existing: 'overwrite', idSource: 'server' } as const;
  expect(
    endSentences({ kind: 'completed' }, report, { fileName: 'a.csv', database: 'shop', settings }),
  ).toEqual([sentence]);
});
