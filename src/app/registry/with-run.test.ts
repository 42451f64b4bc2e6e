import { expect, it } from 'vitest';
import { withRun } from './with-run.ts';

const running = { kind: 'running' };
const ended = { kind: 'ended' };

it('drops the oldest that have ended, and none that runs', () => {
  const runs = new Map([
    ['a', running],
    ['b', ended],
    ['c', ended],
  ]);
  expect([...withRun(runs, 'd', running, 3).keys()]).toEqual(['a', 'c', 'd']);
  expect([...withRun(runs, 'd', running, 1).keys()]).toEqual(['a', 'd']);
  expect(runs.size).toBe(3);
});

it('moves a run that changes to the end', () => {
  const runs = new Map([
    ['a', running],
    ['b', ended],
  ]);
  expect([...withRun(runs, 'a', ended, 3)]).toEqual([
    ['b', ended],
    ['a', ended],
  ]);
});
