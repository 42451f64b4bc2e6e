import { expect, it } from 'vitest';
import { aroundMoment } from './around-moment.ts';

it('shows the minute around a linked moment, and the default view without a valid one', () => {
  const at = Date.parse('2026-03-04T05:06:07.250Z');
  const shown = aroundMoment(String(at));
  expect(shown && shown.from < at && at < shown.to && shown.to - shown.from).toBe(60_000);
  for (const invalid of [undefined, '', 'yesterday', '0', '-5', 'Infinity'])
    expect(aroundMoment(invalid)).toBeUndefined();
});
