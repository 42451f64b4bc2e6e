import { expect, it } from 'vitest';
import { outcomeText, totals, type RunOutcome } from './run-outcome.ts';

const outcome: RunOutcome = {
  kind: 'completed',
  byStatus: new Map([
    ['Patched', 1200],
    ['NotModified', 34],
    ['Odd', 1],
  ]),
  done: 1238,
  exact: true,
  total: 1238,
  failures: [{ id: 'a', message: 'x' }],
  left: [],
  error: undefined,
  elapsedMs: 10,
};

it('lists results by status, with unknown ones as the server names them', () => {
  expect(totals(outcome, 'patch')).toEqual(['1,200 patched', '34 unchanged', '1 Odd', '1 failed']);
});

it('gives a lower bound where only the last progress is known', () => {
  const cancelled: RunOutcome = {
    ...outcome,
    kind: 'cancelled',
    byStatus: new Map(),
    done: 396,
    exact: false,
    failures: [],
    left: null,
  };
  expect(totals(cancelled, 'delete')).toEqual(['at least 396 deleted']);
  expect(outcomeText(cancelled, 'delete')).toContain('last progress report was 396 of 1,238 documents');
});

it('says that a second run would process patched documents again', () => {
  const failed: RunOutcome = { ...outcome, kind: 'failed', done: 0, exact: false, left: null };
  expect(outcomeText(failed, 'patch')).toContain('a second time');
});
