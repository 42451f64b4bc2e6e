import { expect, it } from 'vitest';
import { readServerError } from '../../../protocol/server-error.ts';
import { explainIndexRefusal } from './index-refusal.ts';

const answer = (body: object) => readServerError(500, '/databases/shop/queries', JSON.stringify(body));
const ravendb = answer({
  Type: 'System.InvalidOperationException',
  Message: 'Creation of Auto Indexes was disabled and no Auto Index matching the given query was found.',
  Error: 'the stack',
});
const sandbox = answer({
  Type: 'System.InvalidOperationException',
  Message: "The query needs the index 'Auto/Orders/ByFreight'.",
  Code: 'index-needed',
});

it.each([ravendb, sandbox])('explains the refusal of a new index on a read-only connection', (error) => {
  const explained = explainIndexRefusal(error, 'read-only');
  expect(explained?.message).toMatch(/No index matches.*read-only.*from index 'Name'.*access/s);
  expect(explained?.detail).toContain(error.message);
});

it('names the option where it is the reason', () => {
  expect(explainIndexRefusal(ravendb, 'full')?.message).toMatch(/Don't create an auto-index.*Turn it off/);
});

it('leaves other errors alone', () => {
  for (const error of [
    answer({ Type: 'X', Message: 'other' }),
    new Error('Creation of Auto Indexes was disabled'),
  ])
    expect(explainIndexRefusal(error, 'read-only')).toBeNull();
});
