import { expect, test } from 'vitest';
import type { ServerOperation } from '../../../protocol/operation-list.ts';
import { durationMs, filterOperations, operationsAsCsv, progressText, typeText } from './operation-text.ts';

const operation = (part: Partial<ServerOperation> = {}): ServerOperation => ({
  key: 'k',
  database: 'shop',
  id: 1,
  type: 'UpdateByQuery',
  description: 'collection/Items',
  query: null,
  status: 'running',
  done: 1024,
  total: 3000,
  message: null,
  detail: null,
  startedAt: Date.parse('2026-11-23T10:00:00Z'),
  endedAt: Number.NaN,
  canBeCancelled: true,
  ...part,
});

test('names types and progress', () => {
  expect(typeText('UpdateByQuery')).toBe('Update by query');
  expect(typeText('Unknown')).toBe('Unknown');
  expect(progressText(operation())).toBe('1,024 of 3,000 (34 %)');
  expect(progressText(operation({ total: 0 }))).toBe('1,024');
  expect(progressText(operation({ done: null }))).toBe('');
});

test('a running operation lasts until now, an ended one until its end', () => {
  const now = Date.parse('2026-11-23T10:00:05Z');
  expect(durationMs(operation(), now)).toBe(5000);
  const ended = operation({ status: 'completed', endedAt: Date.parse('2026-11-23T10:00:02Z') });
  expect(durationMs(ended, now)).toBe(2000);
  expect(durationMs(operation(), 0)).toBe(0);
});

test('filters by state and text', () => {
  const all = [operation(), operation({ status: 'failed', database: 'other', query: 'from Orders' })];
  expect(filterOperations(all, '', false)).toEqual([all[0]]);
  expect(filterOperations(all, 'from orders', true)).toEqual([all[1]]);
  expect(filterOperations(all, 'update by', true)).toHaveLength(2);
});

test('writes a file', () => {
  expect(operationsAsCsv([operation()]).split('\r\n')[1]).toBe(
    'shop,1,UpdateByQuery,Running,1024,3000,2026-11-23T10:00:00.000Z,,collection/Items,',
  );
});
