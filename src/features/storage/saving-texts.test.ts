import { expect, it } from 'vitest';
import type { CollectionSaving } from './estimate-savings.ts';
import { archivingText, dueText } from './saving-texts.ts';

const orders = (part: Partial<CollectionSaving>): CollectionSaving => ({
  ...{ name: 'Orders', documents: 1000, compressed: false, compression: null },
  ...{ indexBytes: 1000 * 1024, due: { due: 0, scanned: 1000, complete: true } },
  ...part,
});

it('says what archiving saves per document and for those that are due', () => {
  expect(archivingText(orders({}))).toBe('about 1 KB per document; none is due');
  expect(archivingText(orders({ due: { due: 30, scanned: 1000, complete: true } }))).toBe(
    'about 1 KB per document; 30 due: 30 KB',
  );
  expect(archivingText(orders({ due: { due: 30, scanned: 10_000, complete: false } }))).toBe(
    'about 1 KB per document; 30 of 10,000 read due: 30 KB',
  );
  expect(archivingText(orders({ indexBytes: null, due: null }))).toBe('no index');
});

it('adds up the due documents of all collections, and says when not all were read', () => {
  const due = { due: 30, scanned: 1000, complete: true };
  expect(dueText([orders({}), orders({ indexBytes: null, due: null })])).toBeNull();
  expect(dueText([orders({ due }), orders({ due: { ...due, due: 10 } })])).toBe(
    'Archiving the documents past their archive date (40) saves about 40 KB in indexes.',
  );
  expect(dueText([orders({ due }), orders({ due: { ...due, complete: false } })])).toBe(
    'Archiving the documents past their archive date (at least 60) saves at least about 60 KB in indexes.',
  );
});
