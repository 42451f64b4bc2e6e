import { expect, test } from 'vitest';
import type { ThreadSample } from '../../protocol/threads.ts';
import { HISTORY_LENGTH, historyOf, noHistory, withSample } from './cpu-history.ts';
import { namedThread } from './formats/imported.ts';

const thread = (cpu: number, startedAt = 'a') => ({ ...namedThread(7, 'x'), cpu, startedAt });
const sample = (...threads: ThreadSample['threads']): ThreadSample => ({
  takenAt: null,
  machineCpu: null,
  processCpu: null,
  activeCores: null,
  threadCount: threads.length,
  threads,
});

test('keeps the last minute of each thread', () => {
  let history = noHistory;
  for (let i = 0; i < HISTORY_LENGTH + 5; i++) history = withSample(history, sample(thread(i)));
  expect(historyOf(history, thread(0))).toHaveLength(HISTORY_LENGTH);
  expect(historyOf(history, thread(0)).at(-1)).toBe(HISTORY_LENGTH + 4);
});

test('restarts for a reused id, and removes ended threads', () => {
  const first = withSample(noHistory, sample(thread(1)));
  const second = withSample(first, sample(thread(2, 'b')));
  expect(historyOf(second, thread(0, 'b'))).toEqual([2]);
  expect(historyOf(second, thread(0))).toEqual([]);
});
