import { expect, it } from 'vitest';
import type { TransferRun } from '../run-store.ts';
import { isFileRunShown, type FileRun } from './file-runs.ts';

const running = { kind: 'running' } as FileRun;
const ended = (endedAt: number) => ({ kind: 'ended', endedAt }) as FileRun;
const dump = (kind: TransferRun['kind'], endedAt = 0) => ({ kind, endedAt }) as unknown as TransferRun;

it('shows the running import of a tab, then the one that ended last', () => {
  expect(isFileRunShown({ kind: 'idle' }, dump('idle'))).toBe(false);
  expect(isFileRunShown(running, dump('ended', 5))).toBe(true);
  expect(isFileRunShown(ended(9), dump('running'))).toBe(false);
  expect(isFileRunShown(ended(9), dump('ended', 10))).toBe(false);
  expect(isFileRunShown(ended(9), dump('ended', 8))).toBe(true);
  expect(isFileRunShown(ended(9), dump('idle'))).toBe(true);
});
