import { expect, it } from 'vitest';
import { subscriptionForTests } from '../subscription-for-tests.ts';
import { newDraft, readState } from '../subscriptions-state.ts';
import { definitionOf, draftOf, isChanged, saveProblem, testedFrom, testProblem } from './draft.ts';

const stored = subscriptionForTests({ startsAfter: 'A:5-id' });

it('sends a new subscription without a name when none is typed', () => {
  expect(definitionOf({ ...newDraft, name: ' ', query: 'from Orders' })).toEqual({
    name: null,
    query: 'from Orders',
    startingPoint: 'BeginningOfTime',
    archived: 'ExcludeArchived',
  });
  expect(definitionOf({ ...newDraft, name: ' a ', start: 'vector', vector: ' A:1-id ' })).toMatchObject({
    name: 'a',
    startingPoint: 'A:1-id',
  });
});

it('tests a stored subscription from where it continues', () => {
  expect(testedFrom(draftOf(stored), stored)).toBe('A:5-id');
  expect(testedFrom(draftOf(stored), { startsAfter: null })).toBe('BeginningOfTime');
  expect(testedFrom({ ...draftOf(stored), start: 'LastDocument' }, stored)).toBe('LastDocument');
});

it('says what is missing', () => {
  expect(testProblem(newDraft)).toBe('Enter a query.');
  const query = 'from Orders';
  expect(testProblem({ ...newDraft, query, start: 'vector', vector: 'x' })).toContain('change vector');
  expect(saveProblem({ ...newDraft, query, name: 'S1' }, undefined, ['s1'])).toBe('S1 exists.');
  expect(saveProblem({ ...newDraft, query }, undefined, ['s1'])).toBeUndefined();
  expect(saveProblem(draftOf(stored), stored, ['s1'])).toBe('Nothing is changed.');
  expect(saveProblem(draftOf(stored), undefined, [])).toContain('deleted meanwhile');
  expect(saveProblem({ ...draftOf(stored), start: 'BeginningOfTime' }, stored, ['s1'])).toBeUndefined();
});

it('knows what closing the form would lose', () => {
  expect(isChanged(newDraft, undefined)).toBe(false);
  expect(isChanged({ ...newDraft, query: 'from' }, undefined)).toBe(true);
  expect(isChanged(draftOf(stored), stored)).toBe(false);
  // A worker moved the starting point meanwhile.
  expect(isChanged(draftOf(stored), { ...stored, startsAfter: 'A:9-id' })).toBe(false);
  expect(isChanged({ ...draftOf(stored), archived: 'ArchivedOnly' }, stored)).toBe(true);
});

it('reads the state of older versions, and the parameters of a new tab', () => {
  expect(readState({ filter: 3, draft: { start: 'x' } }, {})).toEqual({
    filter: '',
    selected: null,
    draft: null,
  });
  expect(readState(undefined, { name: 's1' }).selected).toBe('s1');
  expect(readState(undefined, { view: 'create' }).draft).toEqual(newDraft);
});
