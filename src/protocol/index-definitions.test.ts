import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { getAutoIndexNames, getIndexHistory, getStoredIndex } from './index-definitions.ts';
import { scriptedPort } from './ports-for-tests.ts';

function answering(answers: Readonly<Record<string, unknown>>) {
  const port = scriptedPort({
    http: ({ path }) => {
      const found = answers[decodeURIComponent(path.replace('/databases/d', ''))];
      return found === undefined ? { status: 404 } : { body: JSON.stringify(found) };
    },
  });
  return new ServerClient(port, 'c').database('d');
}

it('returns the definition that was saved last', async () => {
  const current = { Name: 'A', Maps: ['old'] };
  const stored = answering({ '/indexes?name=A': { Results: [current] } });
  expect(await getStoredIndex(stored, 'A')).toEqual({ definition: current, isBuildingReplacement: false });
  const building = answering({
    '/indexes?name=A': { Results: [current] },
    '/indexes?name=ReplacementOf/A': { Results: [{ Name: 'ReplacementOf/A', Maps: ['new'] }] },
  });
  expect(await getStoredIndex(building, 'A')).toEqual({
    definition: { Name: 'A', Maps: ['new'] },
    isBuildingReplacement: true,
  });
  expect(await getStoredIndex(answering({}), 'A')).toBeNull();
});

it('reads the history, newest first, and none of an automatic index', async () => {
  const history = {
    Index: 'A',
    History: [
      { Definition: { Name: 'A', Maps: ['2'] }, CreatedAt: '2026-11-23T07:02:03.9344973Z', Source: 'vm' },
      { Definition: null },
    ],
  };
  expect(await getIndexHistory(answering({ '/indexes/history?name=A': history }), 'A')).toEqual([
    { definition: { Name: 'A', Maps: ['2'] }, createdAt: '2026-11-23T07:02:03.9344973Z', source: 'vm' },
  ]);
  expect(await getIndexHistory(answering({}), 'Auto/A')).toEqual([]);
});

it('lists automatic indexes only', async () => {
  const db = answering({ '/indexes?namesOnly=true': { Results: ['A', 'Auto/Orders/ByA'] } });
  expect(await getAutoIndexNames(db)).toEqual(['Auto/Orders/ByA']);
});
