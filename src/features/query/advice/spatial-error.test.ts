import { expect, test } from 'vitest';
import { readQueryAnswer, type PlanNode } from '../../../protocol/queries.ts';
import type { AdviceInput } from './rules.ts';
import { largeError, rowsOutside } from './spatial-error.ts';

interface Given {
  readonly where: string;
  readonly rows?: readonly unknown[];
  readonly plan?: PlanNode;
  readonly parameters?: AdviceInput['parameters'];
}

function input({ where, rows = [], plan, parameters = {} }: Given): AdviceInput {
  const raw = JSON.stringify({ Results: rows, TotalResults: rows.length, IndexName: 'Auto/Places' });
  return {
    query: `from Places as p where ${where}`,
    parameters,
    answer: { ...readQueryAnswer(raw, 1, '/queries'), plan: plan ?? null },
    stored: null,
    corax: null,
    autoIndexes: [],
    hidden: [],
  };
}

const within = 'spatial.within(spatial.point(p.At.Lat, p.At.Lng), spatial.circle(500, 48, 2))';
const row = (north: number) => ({ At: { Lat: 48 + north / 111.195, Lng: 2 } });
const rows = [row(10), row(499.9), row(500.2), row(504.8)];

test('rows farther than the radius are counted, with the farthest one', () => {
  expect(rowsOutside(input({ where: within, rows }))).toMatchObject([
    {
      evidence: expect.stringMatching(
        /^1 of 4 shown rows \(25\.0 %\) is farther from the center than 500 km, at most 504\.8 km\./,
      ) as string,
      instead: `${within.slice(0, -1)}, 0)`,
    },
  ]);
  const [advice] = rowsOutside(input({ where: within.replace('500', '$km'), rows, parameters: { km: 100 } }));
  expect(advice?.evidence).toContain('3 of 4');
});

test.each([
  ['no row outside', within, rows.slice(0, 3)],
  ['another condition that lets them in', `${within} or Name = 'x'`, rows],
  ['a negation', `not ${within}`, rows],
  ['two shapes', `${within} and ${within}`, rows],
  ['a field of an index', within.replace('spatial.point(p.At.Lat, p.At.Lng)', 'Place'), rows],
  ['rows without coordinates', within, [{ Name: 'a' }, { At: { Lat: '500', Lng: null } }]],
  ['no rows', within, []],
])('is no advice with %s', (_what, where, given) => {
  expect(rowsOutside(input({ where, rows: given }))).toEqual([]);
});

const unmeasured = { entriesIn: null, entriesOut: null, estimate: null, ownMs: null, totalMs: null };
const plan = (Error: string, Shape: string): PlanNode => ({
  operation: 'DeduplicationMatch',
  parameters: {},
  children: [
    {
      operation: 'SpatialMatch',
      parameters: { Error, Shape, SpatialRelation: 'Within' },
      children: [],
      ...unmeasured,
    },
  ],
  ...unmeasured,
});
const circle = 'Circle(Pt(x=2.0,y=48.0), d=4.5° 500.00km)';

test('an error of most of the radius is named with its share', () => {
  const where = `${within.slice(0, -1)}, 0.3)`;
  expect(largeError(input({ where, plan: plan('3.8062455868272282', circle) }))).toMatchObject([
    {
      evidence: expect.stringContaining('an error of 3.81°, 84.6 % of its radius') as string,
      instead: within,
    },
  ]);
  expect(
    largeError(input({ where: 'true', plan: plan('4', 'Rect(minX=0,maxX=10,minY=40,maxY=50)') })),
  ).toMatchObject([{ instead: 'Leave out the third argument of the spatial condition.' }]);
});

test.each([
  ['the default', '0.31718713223560235', circle],
  ['no error', '0', circle],
  ['an unknown shape', '9', 'Poly(1 2 3)'],
  ['a text', 'high', circle],
])('is no advice with %s', (_what, error, shape) => {
  expect(largeError(input({ where: within, plan: plan(error, shape) }))).toEqual([]);
});
