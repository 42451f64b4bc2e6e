import { expect, it } from 'vitest';
import { measure } from './copy-sample.ts';

const document = (id: string, characters: number) => ({
  id,
  text: `{"Text":"${'x'.repeat(characters)}","@metadata":{"@collection":"Items"}}`,
});
const plan = { maskedFields: [] };
const bytesOf = (characters: number) =>
  measure({ total: 1, groups: [{ total: 1, documents: [document('a', characters)] }] }, plan)
    ?.bytesPerDocument ?? 0;

it('weighs each collection by its documents', () => {
  const measured = measure(
    {
      total: 1_000,
      groups: [
        { total: 990, documents: [document('a', 10), document('b', 10)] },
        { total: 10, documents: [document('c', 100_000)] },
        { total: 0, documents: [] },
      ],
    },
    plan,
  );
  expect(measured?.sampled).toBe(3);
  expect(measured?.bytesPerDocument).toBeCloseTo((990 * bytesOf(10) + 10 * bytesOf(100_000)) / 1_000, 3);
});

it('measures nothing without a sample', () => {
  expect(measure({ total: 5, groups: [] }, plan)).toBeNull();
});
