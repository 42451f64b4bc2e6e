import { expect, it } from 'vitest';
import { growthText, noFirstValues, withFirstValues } from './growth.ts';

const values = (all: Record<string, number>) => new Map(Object.entries(all));

it('keeps the first value of each index, also of one that appears later', () => {
  const first = withFirstValues(noFirstValues, values({ A: 1 }), 10);
  const second = withFirstValues(first, values({ A: 5, B: 7 }), 20);
  expect([...second]).toEqual([
    ['A', { at: 10, value: 1 }],
    ['B', { at: 20, value: 7 }],
  ]);
  expect(withFirstValues(second, values({ A: 9, B: 9 }), 30)).toBe(second);
});

it('takes a new first value for an index that was deleted and created again', () => {
  const first = withFirstValues(noFirstValues, values({ A: 100 }), 10);
  const deleted = withFirstValues(first, values({}), 20);
  expect(withFirstValues(deleted, values({ A: 3 }), 30).get('A')).toEqual({ at: 30, value: 3 });
});

it('states growth, shrinking and no change with the time of the first value', () => {
  const text = (value: number | null) =>
    growthText(
      { at: 5, value: 10 },
      value,
      (n) => `${n} B`,
      (at) => `t${at}`,
    );
  expect([text(15), text(4), text(10), text(null)]).toEqual([
    '+5 B since t5',
    '−6 B since t5',
    'unchanged since t5',
    null,
  ]);
  expect(growthText(undefined, 1, String, String)).toBeNull();
});
