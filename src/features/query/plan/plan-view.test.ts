import { expect, test } from 'vitest';
import type { PlanNode, QueryAnswer } from '../../../protocol/queries.ts';
import { readExtras } from '../../../protocol/query-extras.ts';
import { explainMissingPlan } from './missing-plan.ts';
import { operatorText } from './plan-operators.ts';
import { readValue } from './plan-parameters.ts';
import { planBoxes } from './plan-view.ts';

function node(
  operation: string,
  parameters: Record<string, string> = {},
  children: readonly PlanNode[] = [],
  measured: Partial<PlanNode> = {},
): PlanNode {
  return {
    operation,
    parameters,
    children,
    entriesIn: null,
    entriesOut: null,
    estimate: null,
    ownMs: null,
    totalMs: null,
    ...measured,
  };
}

const longName = (name: string) => `Field name: '${name}' | Field id: 2 | Indexing mode: Normal`;

test('shows the low value of a numeric range of Corax as included: it is the first number that matches', () => {
  const box = planBoxes(
    node('TermNumericRangeProvider', {
      FieldName: longName('Freight-L'),
      LowValue: '101',
      LowOption: 'Exclusive',
      HighOption: 'Inclusive',
    }),
  );
  expect(box.lines[0]).toBe('Freight ≥ 101');
});

test('describes a Corax plan: sort, conditions, ranges, counts with confidence', () => {
  const box = planBoxes(
    node(
      'SortingMultiMatch',
      {
        Comparer0_FieldName: 'Freight',
        Comparer0_Ascending: 'False',
        Comparer1_FieldName: 'OrderedAt',
        Comparer1_Ascending: 'True',
      },
      [
        node('BinaryMatch [And]', { Count: '0', CountConfidence: 'Low' }, [
          node('MultiTermMatch', { Count: '90', CountConfidence: 'Normal' }, [
            node('TermNumericRangeProvider', {
              FieldName: longName('Freight-L'),
              LowValue: '10',
              HighValue: '50',
              LowOption: 'Inclusive',
              HighOption: 'Exclusive',
            }),
          ]),
          node('TermMatch [SmallSet]', { Count: '1200', CountConfidence: 'High' }),
        ]),
      ],
    ),
  );
  const and = box.children[0];
  const [several, term] = and?.children ?? [];
  const range = several?.children[0];
  expect([box.title, ...box.lines]).toEqual(['Sort by several fields', '1. Freight ↓', '2. OrderedAt ↑']);
  expect([and?.title, and?.estimate, and?.flow]).toEqual(['All of (and)', 'count unknown', null]);
  expect([several?.estimate, several?.flow]).toEqual(['~90', 90]);
  expect([range?.title, range?.lines]).toEqual(['Number range', ['Freight ≥ 10 and < 50', 'as integers']]);
  expect([term?.title, term?.estimate]).toEqual(['One term', '1,200']);
  expect(range?.facts).toContainEqual({ label: 'FieldName', value: longName('Freight-L') });
  expect(box.share).toBeNull();
});

test('leaves an open bound out', () => {
  const range = (parameters: Record<string, string>) =>
    planBoxes(node('TermNumericRangeProvider', parameters)).lines[0];
  expect(
    range({ FieldName: 'A', LowValue: '21', HighValue: '', LowOption: 'Exclusive', HighOption: 'Inclusive' }),
  ).toBe('A > 21');
  expect(
    range({ FieldName: 'A', LowValue: '', HighValue: '3', LowOption: 'Inclusive', HighOption: 'Inclusive' }),
  ).toBe('A ≤ 3');
});

test('mentions an integer comparison, but not for dates', () => {
  const range = (field: string, LowValue: string) =>
    planBoxes(
      node('TermNumericRangeProvider', {
        FieldName: longName(field),
        LowValue,
        HighValue: '',
        LowOption: 'Exclusive',
      }),
    );
  expect(range('Freight-L', '179').facts.map((fact) => fact.label)).toContain('Comparison');
  expect(range('Freight-D', '179.1').lines).toEqual(['Freight ≥ 179.1']);
  expect(range('OrderedAt-L', '638527968000000000').lines).toEqual(['OrderedAt ≥ 2024-06-01']);
});

test('shows an unknown operator by name with all parameters', () => {
  const box = planBoxes(node('QuantumMatch [Up]', { Spin: '1/2', FieldName: 'X' }));
  expect(box.title).toBe('QuantumMatch [Up]');
  expect(box.lines).toEqual(['X']);
  expect(box.facts.map((fact) => `${fact.label}=${fact.value}`)).toEqual([
    'Operator=QuantumMatch [Up]',
    'Spin=1/2',
    'FieldName=X',
  ]);
});

test('computes shares of measured operators, and marks a wrong estimate', () => {
  const box = planBoxes(
    node(
      'Filter',
      { Fields: '1' },
      [
        node('CollectionScan', { Collection: 'Orders' }, [], { entriesOut: 640, estimate: 640, ownMs: 3 }),
        node('TermMatch', { FieldName: 'Company', Term: 'companies/1-A' }, [], {
          entriesOut: 120,
          estimate: 4,
          ownMs: 0,
        }),
      ],
      { entriesIn: 640, entriesOut: 120, ownMs: 1, totalMs: 4 },
    ),
  );
  expect(box.share).toBe(0.25);
  expect(box.children.map((child) => child.share)).toEqual([0.75, 0]);
  expect(box.children.map((child) => child.deviation)).toEqual([null, '24× more than estimated']);
  expect(box.children.map((child) => child.lines[0])).toEqual(['Orders', 'Company = companies/1-A']);
});

test('does not mark a scan that a limit stopped', () => {
  const scan = node('CollectionScan', { Collection: 'Orders', StoppedEarly: 'True' }, [], {
    entriesOut: 1,
    estimate: 640,
    ownMs: 0,
  });
  expect(planBoxes(scan).deviation).toBeNull();
  expect(planBoxes(scan).share).toBe(0);
});

test('keeps times and estimates of the compiled plan of development builds', () => {
  const box = planBoxes(
    node(
      'CompiledQuery',
      { ScannedEntries: '9' },
      [node('Fill', { FieldName: 'A', Term: 'x', EstimatedRows: '40', Ms: '0.5' })],
      { ownMs: 0.5 },
    ),
  );
  expect(box.children[0]).toMatchObject({ title: 'Fill', estimate: '~40', share: 0.5 });
});

test.each([
  ['638404270692480000', '2024-01-09T19:57:49.248Z'],
  ['638527968000000000', '2024-06-01'],
  ['123456789012345678', '123456789012345678'],
  ['(a, False),(b, True)', '[a, b]'],
  ['Key: [NotValid]', '(not available)'],
  ['plain (text)', 'plain (text)'],
])('formats %j as %s', (text, words) => {
  expect(readValue(text)).toBe(words);
});

test('lists several conditions, with the type of the field if its name is missing', () => {
  const box = planBoxes(
    node('MultiUnaryMatch', {
      Comparer0_FieldType: 'Long',
      Comparer0_Operation: 'GreaterThan',
      Comparer0_LowValue: '10',
      Comparer1_FieldName: 'City',
      Comparer1_Operation: 'Equals',
      Comparer1_LowValue: 'bilbao',
    }),
  );
  expect(box.lines).toEqual(['(long field) > 10', 'City = bilbao']);
});

test("explains a missing plan by the server's response", () => {
  const answer: QueryAnswer = {
    rows: [],
    total: 0,
    skipped: 0,
    scanned: 0,
    durationMs: 0,
    withoutIndexMs: null,
    roundTripMs: 0,
    indexName: 'Auto/Orders/ByFreight',
    isStale: false,
    indexTimestamp: null,
    nodeTag: null,
    includes: {},
    extras: readExtras({}),
    timings: null,
    plan: null,
    raw: '',
  };
  const span = (name: string) => ({
    name: 'Total',
    durationMs: 1,
    children: [{ name: 'Query', durationMs: 1, children: [{ name, durationMs: 1, children: [] }] }],
  });
  expect(explainMissingPlan(answer)).toMatchObject({ offerTimings: true });
  expect(explainMissingPlan({ ...answer, timings: span('Lucene') }).title).toContain('Lucene');
  expect(
    explainMissingPlan({ ...answer, timings: span('Retriever'), indexName: 'collection/Orders' }).title,
  ).toContain('No query plan for this query');
  expect(explainMissingPlan({ ...answer, timings: span('Corax') }).title).toContain('from the server');
});

test('gives every kind of operator a telling icon', () => {
  const icons = [
    'UnaryMatch',
    'MultiUnaryMatch',
    'TermMatch',
    'CollectionScan',
    'Filter',
    'SortingMatch',
    'Limit',
  ].map((operation) => operatorText(operation).icon);
  // Both check conditions; all others differ.
  expect(new Set(icons).size).toBe(icons.length - 1);
  expect(operatorText('SomethingNew').icon).toBe(operatorText('SomethingElse').icon);
});
