import { expect, it } from 'vitest';
import type { CopyItem, CopyReport } from '../../../contract/index.ts';
import { rejectedItems, rejectionsAsCsv, rejectionsAsNdjson } from './copy-report-text.ts';

const document: CopyItem = {
  kind: 'document',
  name: 'orders/1-A',
  reason: 'Too "large"',
  collection: 'Orders',
  position: 7,
};
const index: CopyItem = {
  kind: 'index',
  name: 'ByCity',
  reason: 'Locked',
  collection: null,
  position: null,
};

it('writes rejected items with collection and position', () => {
  expect(rejectionsAsCsv([document, index]).trim().split(/\r?\n/)).toEqual([
    'Kind,Name,Collection,Position,Reason',
    'document,orders/1-A,Orders,7,"Too ""large"""',
    'index,ByCity,,,Locked',
  ]);
  const lines = rejectionsAsNdjson([document, index]).trim().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([document, index]);
});

it('counts rejected documents that the report does not list', () => {
  const counts = { name: 'Orders', expected: 9000, copied: 0, skipped: 0, artificial: 0, bytes: 0 };
  const report: CopyReport = {
    counts: [{ ...counts, rejected: 5000 }],
    definitions: [],
    rejected: [document, index],
    notes: [],
  };
  expect(rejectedItems(report)).toBe(5001);
});
