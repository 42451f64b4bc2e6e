import { describe, expect, it } from 'vitest';
import type { IndexTestResult } from '../../../protocol/index-test.ts';
import { columnsOf, documentOf, largestFanOut, notesOf, summaryOf } from './try-summary.ts';

const result: IndexTestResult = {
  entries: [
    { 'id()': 'orders/1', A: '1' },
    { 'id()': 'orders/1', A: '2' },
    { 'id()': 'orders/2', A: '3' },
  ],
  documents: [],
  mapResults: [{ A: 1 }, { A: 2 }, { A: 3 }],
  reduceResults: [],
  hasDynamicFields: false,
  isStale: true,
  indexType: 'JavaScriptMap',
  problems: null,
  mappedDocuments: null,
  mapMs: null,
  slowest: null,
  largestFanOut: null,
  stopped: null,
};

describe('the notes of an index test', () => {
  it('count the entries of each document where the server does not', () => {
    expect(largestFanOut(result.entries)).toEqual({ id: 'orders/1', entries: 2 });
    expect(summaryOf(result, 12)).toContain('at most 2 entries for one document (orders/1)');
    expect(summaryOf({ ...result, mappedDocuments: 4, mapMs: 2 }, 12)).toContain(
      '4 documents mapped · 500 µs per document',
    );
    expect(largestFanOut([{ 'key()': {} }])).toBeNull();
    const counters = [{ 'id()': 'users/1|likes', 'sourceDocId()': 'users/1', Value: '1' }];
    expect(summaryOf({ ...result, entries: counters, mappedDocuments: 4, mapMs: 2 }, 12)).toContain(
      '4 items mapped · 500 µs per item · the collection has more items',
    );
  });

  it('name lost results only where the server reports no errors and no query selects entries', () => {
    const lost = { ...result, entries: result.entries.slice(1) };
    expect(notesOf(lost, false)[0]?.text).toContain('1 map result has no entry');
    expect(notesOf(lost, true)).toEqual([]);
    expect(notesOf({ ...lost, problems: [] }, false)).toEqual([]);
  });

  it('warn of many entries for one document, of an early end, and of maps without results', () => {
    const many = { ...result, largestFanOut: { id: 'orders/1', entries: 5000 } };
    expect(notesOf(many, false)[0]).toMatchObject({ tone: 'warning' });
    expect(notesOf({ ...result, stopped: 'The test stopped.' }, false)[0]?.text).toBe('The test stopped.');
    expect(notesOf({ ...result, entries: [], mapResults: [] }, false)[0]?.text).toContain('returned nothing');
  });

  it('warn of 10,000 entries for one document, also where the server counts none', () => {
    const entries = Array.from({ length: 10_000 }, (_, place) => ({ 'id()': 'orders/1', A: place }));
    const fanned = { ...result, entries, mapResults: entries };
    expect(notesOf(fanned, false)).toEqual([
      { tone: 'warning', text: expect.stringContaining('orders/1 has 10,000 entries.') as string },
    ]);
    expect(summaryOf(fanned, 1)).toContain('at most 10,000 entries for one document (orders/1)');
  });

  it('say that a server without errors may have cut off the scripts', () => {
    const empty = { ...result, entries: [], mapResults: [] };
    const [silent] = notesOf(empty, false);
    expect(silent?.tone).toBe('warning');
    expect(silent?.text).toContain('run for more than 10,000 statements');
    const [reported] = notesOf({ ...empty, problems: [] }, false);
    expect(reported).toEqual({ tone: 'info', text: expect.not.stringContaining('statements') as string });
  });

  it('find columns, cells and documents of rows', () => {
    expect(
      columnsOf([
        { B: 1, '@metadata': {} },
        { A: 1, 'id()': 'x' },
      ]),
    ).toEqual(['id()', 'B', 'A']);
    expect(documentOf({ '@metadata': { '@id': 'orders/1' } })).toBe('orders/1');
    expect(documentOf({ 'id()': 'orders/2' })).toBe('orders/2');
    const counter = { 'id()': 'users/1|likes', 'sourceDocId()': 'users/1' };
    expect(documentOf(counter)).toBe('users/1');
    expect(documentOf({ A: 1 })).toBeUndefined();
  });
});
