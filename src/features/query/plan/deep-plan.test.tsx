// @vitest-environment jsdom
/** A plan as deep, and one as wide, as an answer can bring: everything that shows it must have enough stack. */
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PlanTable, findBox, planToText } from '../../../charts/plan/index.ts';
import { layoutPlan } from '../../../charts/plan/plan-layout.ts';
import { MAX_JSON_DEPTH } from '../../../protocol/json-depth.ts';
import { readQueryAnswer, type QueryAnswer } from '../../../protocol/queries.ts';
import { explainMissingPlan } from './missing-plan.ts';
import { planBoxes } from './plan-view.ts';
import { fieldPaths } from '../../../protocol/sample-fields.ts';
import { timingRows, timingsText } from './timing-rows.ts';

const answerWith = (members: string): QueryAnswer =>
  readQueryAnswer(`{"Results":[],"Timings":{"DurationInMs":1,${members}}}`, 0, '/queries');

const chain = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);

/** Two brackets are one operator, and two are around the plan. */
const OPERATORS = MAX_JSON_DEPTH / 2 - 1;

function deepPlan(operators: number) {
  const { plan } = answerWith(
    `"QueryPlan":{"Operation":"A","OwnMs":1,"Children":[${chain(operators - 1, '{"Operation":"B","OwnMs":1,"Children":[', ']}')}]}`,
  );
  if (!plan) throw new Error('the answer has no plan');
  return plan;
}

test('the deepest plan that is read can be drawn, listed and written as text', () => {
  const root = planBoxes(deepPlan(OPERATORS));
  expect(layoutPlan(root).boxes).toHaveLength(OPERATORS);
  expect(planToText(root).trimEnd().split('\n')).toHaveLength(OPERATORS);
  expect(findBox(root, '0' + '.0'.repeat(OPERATORS - 1))?.title).toBe('B');
  const { container } = render(
    <PlanTable root={root} label="Plan" selectedId={null} onSelect={() => undefined} />,
  );
  expect(container.querySelectorAll('tbody tr')).toHaveLength(OPERATORS);
});

test('a deeper plan is an error in words', () => {
  expect(() => deepPlan(OPERATORS + 1)).toThrow('is nested deeper than 1000 levels');
  expect(() => deepPlan(100_000)).toThrow('is nested deeper than 1000 levels');
});

test('the deepest timings that are read can be shown', () => {
  // The answer, its timings and their parts are three brackets around the first span.
  const spans = OPERATORS - 1;
  const answer = answerWith(
    `"Timings":{"part":${chain(spans, '{"DurationInMs":1,"Timings":{"part":', '}}').replace('"part":}', '}')}}`,
  );
  if (!answer.timings) throw new Error('the answer has no timings');
  expect(timingRows(answer.timings).length).toBeGreaterThan(spans);
  expect(timingsText(answer.timings)).toContain('part');
  expect(explainMissingPlan({ ...answer, indexName: 'Auto/Orders' }).title).not.toBe('');
});

test('timings of more parts than a call takes arguments can be shown', () => {
  const part = { name: 'part', durationMs: 0, children: [] };
  const timings = { name: 'Total', durationMs: 1, children: Array.from({ length: 200_000 }, () => part) };
  expect(timingsText(timings).length).toBeGreaterThan(200_000);
});

test('fields are found in documents as deep as they are read', () => {
  const deep = chain(MAX_JSON_DEPTH - 3, '[', ']');
  const { rows } = readQueryAnswer(`{"Results":[{"A":${deep}}]}`, 0, '/queries');
  expect(fieldPaths(rows)).toEqual(['A']);
});
