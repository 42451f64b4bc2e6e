import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { explainIndexChoice } from './query-explain.ts';

const explained = (answer: unknown) => {
  const paths: string[] = [];
  const port = scriptedPort({
    http: ({ path }) => {
      paths.push(path);
      return { body: JSON.stringify(answer) };
    },
  });
  const db = new ServerClient(port, 'c').database('shop');
  return { paths, choice: explainIndexChoice(db, { query: 'from Orders where A = 1', parameters: {} }) };
};

it('groups the reasons by index', async () => {
  const { paths, choice } = explained({
    IndexName: 'Auto/Orders/ByAAndB',
    Results: [
      { Index: 'Auto/Orders/ByB', Reason: 'The following field is missing: A' },
      { Index: 'Auto/Orders/ByB', Reason: "Wasn't the widest index matching this query" },
      { Index: 'Auto/Orders/ByB', Reason: 'The following field is missing: A' },
    ],
  });
  expect(await choice).toEqual({
    index: 'Auto/Orders/ByAAndB',
    answers: true,
    rejected: [
      {
        index: 'Auto/Orders/ByB',
        reasons: ['The following field is missing: A', "Wasn't the widest index matching this query"],
      },
    ],
  });
  expect(paths).toEqual(['/databases/shop/queries?debug=explain']);
});

it('does not take an index with a reason against it for the answering one', async () => {
  const { choice } = explained({
    IndexName: 'Auto/Orders/ByB',
    Results: [{ Index: 'Auto/Orders/ByB', Reason: 'The following field is missing: A' }],
  });
  expect(await choice).toMatchObject({ index: 'Auto/Orders/ByB', answers: false });
});

it.each([{ Results: null }, { IndexName: 'Failure/None', Results: [] }, { IndexName: 5, Results: 'x' }])(
  'reads an answer without an index: %j',
  async (answer) => {
    expect(await explained(answer).choice).toEqual({ index: null, answers: false, rejected: [] });
  },
);
