import { expect, test } from 'vitest';
import type { StoredCapture } from './captures.ts';
import { MAX_SAVED, readCaptures, writeCaptures } from './saved-captures.ts';

const kept = (id: number, raw = ''): StoredCapture => ({
  id,
  name: `Capture ${id}`,
  at: 1000 * id,
  file: null,
  unit: 'thread',
  series: [],
  capture: {
    groups: [
      { threadIds: [1, 2], count: 2, native: null, threadType: null, frames: ['wait', 'main'], node: null },
    ],
    threads: [],
    facts: { pauseMs: 1.5, totalMs: null, method: 'ptrace', partial: false, notes: [] },
    failures: [],
    raw,
  },
});
const none = { kind: 'none' } as const;

test('reads the captures and the shown one that were written', () => {
  const all = [kept(1), kept(2)];
  const text = writeCaptures({ kept: all, capture: { kind: 'captured', kept: kept(2) }, profile: none });
  expect(readCaptures(text ?? '')).toEqual({ kept: all, capture: 2, profile: null });
});

test('saves the newest captures within the limit, and nothing without captures', () => {
  const large = 'x'.repeat(MAX_SAVED / 2);
  const all = [kept(1, large), kept(2, large), kept(3)];
  const text = writeCaptures({ kept: all, capture: none, profile: none });
  expect(readCaptures(text ?? '')?.kept.map(({ id }) => id)).toEqual([2, 3]);
  expect(writeCaptures({ kept: [], capture: none, profile: none })).toBeNull();
});

test('ignores a text of another version', () => {
  expect(readCaptures('{"kept":[{"id":"one"}]}')).toBeNull();
  expect(readCaptures('not JSON')).toBeNull();
});
