import { describe, expect, it } from 'vitest';
import { addProgress, emptyHistory, estimate, lagDescription, lagOf, lagText } from './index-lag.ts';
import { indexStats } from './stats-for-tests.ts';

const progress = (remaining: number, name = 'A') => new Map([[name, { remaining, total: 10_000 }]]);

describe('estimate', () => {
  it('needs two answers with time between them', () => {
    const once = addProgress(emptyHistory, 0, progress(1000));
    expect(estimate(once.get('A'))).toEqual({ kind: 'unknown' });
    const again = addProgress(once, 100, progress(900));
    expect(estimate(again.get('A'))).toEqual({ kind: 'unknown' });
    expect(estimate(undefined)).toEqual({ kind: 'unknown' });
  });

  it('divides the rest by the measured rate', () => {
    let history = addProgress(emptyHistory, 0, progress(1000));
    history = addProgress(history, 1000, progress(900));
    history = addProgress(history, 2000, progress(600));
    expect(estimate(history.get('A'))).toEqual({ kind: 'remaining', ms: 3000, perSecond: 200 });
  });

  it('counts new writes against the rate', () => {
    const history = addProgress(addProgress(emptyHistory, 0, progress(500)), 2000, progress(510));
    expect(estimate(history.get('A'))).toEqual({ kind: 'not-shrinking' });
  });

  it('forgets old samples, those before a reset, and those of an index that was up to date', () => {
    let history = addProgress(emptyHistory, 0, progress(10_000));
    history = addProgress(history, 40_000, progress(9_000));
    expect(history.get('A')).toHaveLength(1);
    history = addProgress(history, 41_000, progress(100));
    expect(history.get('A')).toHaveLength(2);
    history = addProgress(history, 42_000, progress(10_000));
    expect(history.get('A')).toEqual([{ at: 42_000, remaining: 10_000 }]);
    history = addProgress(history, 43_000, new Map());
    expect(history.size).toBe(0);
  });
});

describe('lagOf', () => {
  it('is null for an index that is up to date', () => {
    expect(lagOf(indexStats({ name: 'A', etagLag: 5 }), undefined, emptyHistory)).toBeNull();
  });

  it('prefers the reported work to the distance of etags', () => {
    const index = indexStats({ name: 'A', isStale: true, etagLag: 636 });
    const exact = lagOf(index, { remaining: 318, total: 830 }, emptyHistory);
    expect(exact).toMatchObject({ items: 318, isBound: false, stopped: null });
    const bound = lagOf(index, undefined, emptyHistory);
    expect(bound).toMatchObject({ items: 636, isBound: true });
    expect(bound && lagText(bound)).toBe('≤ 636 documents behind');
    expect(bound && lagDescription(bound)).toMatch(/^At most 636 documents and deletions not indexed yet\./);
  });

  it('estimates nothing for an index that does not work, and says why', () => {
    const history = addProgress(addProgress(emptyHistory, 0, progress(500)), 2000, progress(100));
    const paused = indexStats({ name: 'A', isStale: true, status: 'Paused' });
    const lag = lagOf(paused, { remaining: 100, total: 830 }, history);
    expect(lag).toMatchObject({ stopped: 'paused', estimate: { kind: 'unknown' } });
    expect(lag && lagText(lag)).toBe('100 documents behind, paused');
    const running = lagOf(indexStats({ name: 'A', isStale: true }), { remaining: 100, total: 830 }, history);
    expect(running && lagText(running)).toBe('100 documents behind, about 1 s');
  });

  it('does not state a number that the server does not report', () => {
    const lag = lagOf(indexStats({ name: 'A', isStale: true, etagLag: null }), undefined, emptyHistory);
    expect(lag && lagText(lag)).toBe('Stale');
    expect(lag && lagDescription(lag)).toBe('The index has not seen every change.');
  });
});
