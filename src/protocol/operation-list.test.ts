import { expect, test } from 'vitest';
import { readOperation } from './operation-list.ts';

const running = {
  Id: 4,
  Description: {
    Description: 'collection/Items',
    TaskType: 'UpdateByQuery',
    StartTime: '2026-11-23T14:53:50.8094114Z',
    EndTime: null,
    DetailedDescription: { Query: 'from Items update { this.s = 1 }' },
  },
  Killable: true,
  State: { Progress: { Processed: 1024, Total: 3000 }, Result: null, Status: 'InProgress' },
};

test('reads a running operation', () => {
  expect(readOperation('shop', running)).toMatchObject({
    database: 'shop',
    id: 4,
    type: 'UpdateByQuery',
    status: 'running',
    done: 1024,
    total: 3000,
    query: 'from Items update { this.s = 1 }',
    canBeCancelled: true,
    endedAt: Number.NaN,
  });
});

test('reads the reason of a failed operation, which cannot be cancelled any more', () => {
  const failed = readOperation('shop', {
    ...running,
    State: {
      Status: 'Faulted',
      Result: { Type: 'JavaScriptException', Message: 'Too many statements.', Error: 'at …' },
    },
  });
  expect(failed).toMatchObject({ status: 'failed', message: 'Too many statements.', detail: 'at …' });
  expect(failed?.canBeCancelled).toBe(false);
  expect(readOperation('shop', { ...running, Killable: false })?.canBeCancelled).toBe(false);
});

test('an unknown shape is left out; unknown members are named as unknown', () => {
  for (const raw of [null, 'x', {}, { Id: 'four' }]) expect(readOperation('shop', raw)).toBeUndefined();
  expect(readOperation('shop', { Id: 1, State: { Status: 'Paused' } })).toMatchObject({
    type: 'Unknown',
    status: 'unknown',
    done: null,
  });
});
