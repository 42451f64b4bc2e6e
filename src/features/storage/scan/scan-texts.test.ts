import { expect, it } from 'vitest';
import type { LargestContent, ScanReport } from './scan-report.ts';
import { contentsCsv, costText, documentsCsv, progressText, summaryText, usedByText } from './scan-texts.ts';

const content: LargestContent = {
  ...{ hash: 'h+/=', bytes: 900, name: '=photo.png', contentType: 'image/png', documentId: 'a/1' },
  ...{ documents: 2, attachments: 3, references: 5 },
};
const report: ScanReport = {
  ...{ read: 1_200, unsized: 0, attachments: 3, end: 'complete' },
  documents: [{ id: 'a/1', collection: 'Photos', bytes: 10, actual: 12 }],
  contents: [content],
};
const options = { collection: null, most: 100_000, maxPerSecond: 1_000 };

it('says before the start what a scan costs', () => {
  expect(costText(25_600, options)).toBe(
    '25,600 documents: about 200 requests (8.3 MB), one at a time, at least 25.6 s.',
  );
  expect(costText(25_600, { ...options, maxPerSecond: null })).toBe(
    '25,600 documents: about 200 requests (8.3 MB), one at a time.',
  );
  // Pages are no larger than the documents of a second.
  expect(costText(100, { ...options, maxPerSecond: 10 })).toBe(
    '100 documents: about 20 requests (33.2 KB), one at a time, at least 10 s.',
  );
  expect(costText(null, options)).toMatch(/^Up to 100,000 documents: .* at least 1 min 40 s\.$/);
  expect(costText(1, options)).toBe('1 document: about 2 requests (340 B), one at a time.');
});

it('says how far a scan is and how it ended', () => {
  const request = { ...options, total: 5_000 };
  const running = { kind: 'running', request, report, cancelling: false } as const;
  expect(progressText(running)).toBe('1,200 of 5,000 documents read…');
  expect(progressText({ ...running, report: null, request: { ...request, total: null } })).toBe(
    '0 documents read…',
  );
  expect(progressText({ ...running, cancelling: true })).toBe('Cancelling…');
  expect(summaryText(options, report)).toBe('1,200 documents read. 3 attachments found.');
  expect(
    summaryText({ ...options, collection: 'Photos', most: 1_200 }, { ...report, end: 'limit', unsized: 1 }),
  ).toBe(
    '1,200 documents of Photos read, the limit of 1,200. 1 document without a size. 3 attachments found.',
  );
  expect(summaryText(options, { ...report, end: 'cancelled' })).toContain('read before it was cancelled.');
  expect(summaryText(options, { ...report, end: null })).toContain('read before it failed.');
});

it('says which documents use a content, and how many more attachments do', () => {
  expect(usedByText(content)).toBe('2 documents + 2');
  expect(usedByText({ ...content, references: 3 })).toBe('2 documents');
  expect(usedByText({ ...content, references: null, documents: 1 })).toBe('1 document');
  // Deleted since.
  expect(usedByText({ ...content, references: 1 })).toBe('2 documents');
});

it('writes both lists as CSV', () => {
  expect(documentsCsv(report)).toBe(
    'Document,Collection,Bytes allocated,Actual bytes\r\na/1,Photos,10,12\r\n',
  );
  expect(contentsCsv(report).split('\r\n')).toEqual([
    'Name,Bytes,Content type,Document,Hash,Documents,Attachments,References',
    "'=photo.png,900,image/png,a/1,h+/=,2,3,5",
    '',
  ]);
});
