import { expect, it, test } from 'vitest';
import { progressText, resultNotes, resultText, type CopyResult } from './copy-steps.ts';

const result: CopyResult = {
  documents: 1200,
  references: 0,
  bytes: 2048,
  endedAt: null,
  missingFields: [],
  indexName: 'Auto/Orders/ByX',
  isStale: false,
};
const limits = { documents: 10_000, bytes: 64 * 1024 * 1024 };

it('counts what was copied', () => {
  expect(resultText(result)).toBe('1,200 documents (2 KB) copied');
  expect(resultText({ ...result, documents: 1, references: 1 })).toBe(
    '1 document and 1 referenced document (2 KB) copied',
  );
});

it('counts what is copied so far, also above the estimate', () => {
  const progress = { step: 'documents', documents: 40, references: 5, bytes: 1024, expected: 100 } as const;
  expect(progressText(progress)).toBe('45 of about 100 documents, 1 KB');
  expect(progressText({ ...progress, expected: 10 })).toBe('45 documents, 1 KB');
});

test.each([
  [{}, []],
  [{ endedAt: 'bytes' as const }, [/limit of 64 MB/]],
  [{ endedAt: 'documents' as const }, [/limit of 10,000 documents/]],
  [{ missingFields: ['A', 'B'] }, [/No copied document has A, B/]],
  [{ isStale: true }, [/Auto\/Orders\/ByX is still building/]],
])('notes %j', (more, expected) => {
  const notes = resultNotes({ ...result, ...more }, limits);
  expect(notes).toHaveLength(expected.length);
  for (const [place, pattern] of expected.entries()) expect(notes[place]).toMatch(pattern);
});
