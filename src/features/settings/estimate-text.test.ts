import { expect, it } from 'vitest';
import { collectionsToEstimate, estimateCsv, estimateTotal, writeCost } from './estimate-text.ts';

const sizes = ['Orders', 'Logs', 'Notes'].map((name) => ({ name, documents: 10, bytes: 1000 }));
const off = { collections: [], allCollections: false, revisions: false };
const names = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);

it('covers what the edited setting compresses in addition', () => {
  const logs = { ...off, collections: ['logs'] };
  expect(names(collectionsToEstimate(logs, { ...off, allCollections: true }, sizes))).toEqual([
    'Orders',
    'Notes',
  ]);
  expect(names(collectionsToEstimate(logs, { ...off, collections: ['logs', 'Orders'] }, sizes))).toEqual([
    'Orders',
  ]);
  expect(collectionsToEstimate(logs, logs, sizes)).toEqual([]);
  expect(collectionsToEstimate({ ...off, allCollections: true }, off, sizes)).toEqual([]);
});

it('covers every collection while nothing is selected', () => {
  expect(names(collectionsToEstimate(off, off, sizes))).toEqual(['Orders', 'Logs', 'Notes']);
});

const estimate = {
  name: 'A "b"',
  documents: 10,
  sampled: 8,
  now: 1000,
  then: 400,
  ratio: 0.25,
  microsecondsPerWrite: 4.25,
  withDictionary: true,
};

it('adds sizes, unless one is not known', () => {
  expect(estimateTotal([estimate, estimate])).toEqual({ documents: 20, now: 2000, then: 800 });
  expect(estimateTotal([estimate, { ...estimate, now: null, then: null }])).toBeUndefined();
});

it('writes CSV with the exact numbers', () => {
  expect(estimateCsv([estimate, { ...estimate, now: null, then: null, microsecondsPerWrite: null }])).toBe(
    [
      'Collection,Documents,Sampled,Bytes now,Bytes compressed (estimated),Ratio,Microseconds per write',
      '"A ""b""",10,8,1000,400,0.2500,4.25',
      '"A ""b""",10,8,,,0.2500,',
      '',
    ].join('\r\n'),
  );
});

it('shows the time per write with its unit', () => {
  expect([null, 0.04, 4.25, 41.7, 2400].map(writeCost)).toEqual(['–', '0.0 µs', '4.3 µs', '42 µs', '2.4 ms']);
});
