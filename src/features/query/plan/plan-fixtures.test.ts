/**
 * Plans as servers sent them: every operator and parameter is on the screen. `fixtures/README.md` says where they come
 * from.
 */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { planToText, type PlanBox } from '../../../charts/plan/index.ts';
import { layoutPlan } from '../../../charts/plan/plan-layout.ts';
import { readQueryAnswer, type QueryAnswer } from '../../../protocol/queries.ts';
import { explainMissingPlan } from './missing-plan.ts';
import { boxesOf } from './plan-lens.ts';
import { operatorText } from './plan-operators.ts';
import { planBoxes } from './plan-view.ts';
import { timingRows } from './timing-rows.ts';

const sentNode = z.object({
  Operation: z.string(),
  Parameters: z.record(z.string(), z.unknown()).nullish(),
  get Children() {
    return z.array(sentNode).nullish();
  },
});
type SentNode = z.infer<typeof sentNode>;

const fixtureFile = z.object({
  server: z.string(),
  engine: z.enum(['Corax', 'Lucene', 'sandbox']),
  plans: z.array(
    z.object({
      query: z.string(),
      answer: z.object({
        IndexName: z.string(),
        Timings: z.looseObject({ QueryPlan: sentNode.nullish() }),
      }),
    }),
  ),
});

const files = Object.entries(
  import.meta.glob<unknown>('./fixtures/*.json', { eager: true, import: 'default' }),
).map(([path, content]) => ({ path, content, ...fixtureFile.parse(content) }));

const fixtures = files.flatMap(({ server, engine, plans, content }) =>
  plans.map(({ query, answer: { Timings } }, index) => ({
    name: `${server}, ${engine}: ${query}`,
    ...{ query, engine, server },
    sent: Timings.QueryPlan ?? null,
    raw: JSON.stringify({ Results: [], ...wholeAnswer(content, index) }),
  })),
);

/** The answer with the members that the schema above does not name. */
function wholeAnswer(content: unknown, index: number): object {
  const { plans } = z.object({ plans: z.array(z.object({ answer: z.looseObject({}) })) }).parse(content);
  return plans[index]?.answer ?? {};
}

const read = (raw: string): QueryAnswer => readQueryAnswer(raw, 0, '/queries');

/** Parents first, as the diagram lists them. */
function allSent(node: SentNode): SentNode[] {
  return [node, ...(node.Children ?? []).flatMap(allSent)];
}

function depthOf(node: SentNode): number {
  return 1 + (node.Children ?? []).reduce((most, child) => Math.max(most, depthOf(child)), 0);
}

const factsOf = (box: PlanBox): string[] => box.facts.map(({ label, value }) => `${label}=${value}`);

/** Texts are shown as they are, an open bound as such, anything else as JSON. */
function shownValue(value: unknown): string {
  if (value === null || value === '') return '(open)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

test('there are plans of both engines, of the sandbox and of several versions', () => {
  expect(fixtures.length).toBeGreaterThanOrEqual(60);
  expect(new Set(fixtures.map(({ engine }) => engine))).toEqual(new Set(['Corax', 'Lucene', 'sandbox']));
  expect(fixtures.filter(({ sent }) => sent !== null).length).toBeGreaterThanOrEqual(50);
  const servers = new Set(files.map(({ server }) => server.replace(/\.\d+$/, '')));
  expect([...servers]).toEqual(expect.arrayContaining(['sandbox', 'RavenDB 6.2', 'RavenDB 7.1']));
  for (const { path, plans } of files)
    expect(new Set(plans.map(({ query }) => query)).size, path).toBe(plans.length);
});

/** Operators without a description; they are shown by name with all parameters. */
const undescribed = [
  'AND-Range(3 terms)',
  'BitmapMatch',
  'DecisionTrail',
  'EntryScanCheck',
  'Fill',
  'MultiVectorSearchMatch',
  'Not initialized: BinaryMatch',
  'Reorder',
];

test('every recorded operator has a description', () => {
  const operations = fixtures
    .flatMap(({ sent }) => (sent ? allSent(sent) : []))
    .map((node) => node.Operation);
  const unknown = new Set(operations.filter((operation) => operatorText(operation).description === null));
  expect([...unknown].sort()).toEqual(undescribed);
});

describe.each(fixtures.filter(({ sent }) => sent !== null))('$name', ({ sent, raw }) => {
  if (!sent) return;
  const { plan, timings } = read(raw);
  if (!plan || !timings) throw new Error('the answer has no plan');
  const root = planBoxes(plan);
  const boxes = boxesOf(root);
  const nodes = allSent(sent);

  test('shows every operator in its place', () => {
    expect(boxes.map((box) => box.facts[0])).toEqual(
      nodes.map(({ Operation }) => ({ label: 'Operator', value: Operation })),
    );
    const layout = layoutPlan(root);
    expect(layout.boxes.reduce((most, { level }) => Math.max(most, level), 0)).toBe(depthOf(sent));
    expect(layout.edges).toHaveLength(nodes.length - 1);
  });

  test('shows every parameter with its value', () => {
    boxes.forEach((box, index) => {
      for (const [name, value] of Object.entries(nodes[index]?.Parameters ?? {}))
        expect(factsOf(box)).toContain(`${name}=${shownValue(value)}`);
    });
  });

  test('has no text that is empty, broken or not resolved', () => {
    for (const { title, lines } of boxes)
      for (const text of [title, ...lines]) {
        expect(text.trim()).not.toBe('');
        expect(text).not.toMatch(/undefined|NaN|\[object|Field name:/);
      }
    expect(planToText(root).trimEnd().split('\n')).toHaveLength(nodes.length);
    expect(timingRows(timings, plan).length).toBeGreaterThan(0);
  });
});

describe.each(fixtures.filter(({ sent }) => sent === null))('$name, without a plan', ({ raw, engine }) => {
  test('says why', () => {
    const answer = read(raw);
    expect(answer.timings).not.toBeNull();
    const { title, offerTimings } = explainMissingPlan(answer);
    expect(offerTimings).toBe(false);
    expect(title).toBe(
      /^(collection\/|@?all_?docs$)/i.test(answer.indexName)
        ? 'No query plan for this query'
        : engine === 'Lucene'
          ? 'No query plan from Lucene'
          : 'No query plan from the server',
    );
  });
});
