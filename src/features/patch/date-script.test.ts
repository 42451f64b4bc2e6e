import { describe, expect, it } from 'vitest';
import {
  choicesProblem,
  dateStatements,
  findsOf,
  findsProblem,
  noChoices,
  withDates,
  type DateChoices,
} from './date-script.ts';
import { readPatchState } from './patch-state.ts';

const choices: DateChoices = {
  ...noChoices,
  expire: { action: 'set', typed: '2031-01-01T10:00Z' },
  refresh: { action: 'remove', typed: 'ignored' },
};
const statements = [
  "this['@metadata']['@expires'] = '2031-01-01T10:00:00.0000000Z';",
  "delete this['@metadata']['@refresh'];",
];

describe('dateStatements', () => {
  it('writes the dates that change, in UTC', () => {
    expect(dateStatements(choices)).toEqual(statements);
    expect(dateStatements(noChoices)).toEqual([]);
  });
});

describe('choicesProblem', () => {
  it('requires a change with a valid date', () => {
    expect(choicesProblem(choices)).toBeUndefined();
    expect(choicesProblem(noChoices)).toContain('at least one date');
    expect(choicesProblem({ ...choices, archive: { action: 'set', typed: ' ' } })).toBe(
      'Archive at: enter a date.',
    );
    expect(choicesProblem({ ...choices, archive: { action: 'set', typed: 'soon' } })).toContain(
      'Archive at: "soon" is not a date.',
    );
  });
});

describe('withDates', () => {
  it('adds to the script of a selection', () => {
    const state = readPatchState({ target: 'documents', ids: 'a', script: 'this.A = 1;\n' }, {});
    expect(withDates(state, choices, '')).toEqual({
      action: 'patch',
      script: ['this.A = 1;', ...statements].join('\n'),
    });
  });

  it('completes a query with an update clause before its limit', () => {
    const state = readPatchState({ target: 'query', action: 'delete' }, {});
    expect(withDates(state, choices, 'from Orders as o\nwhere o.Freight > $f\nlimit 5')).toEqual({
      action: 'patch',
      updateQuery: `from Orders as o\nwhere o.Freight > $f\nupdate {\n    ${statements.join('\n    ')}\n}\nlimit 5`,
    });
  });

  it('keeps the script of an existing update clause', () => {
    const state = readPatchState({ updateQuery: 'from Orders\nupdate {\n    this.A = 1;\n}' }, {});
    expect(findsOf(state)).toBe('from Orders');
    expect(withDates(state, choices, findsOf(state)).updateQuery).toBe(
      `from Orders\nupdate {\n    this.A = 1;\n    ${statements.join('\n    ')}\n}`,
    );
  });
});

it('refuses a query that is empty or has an update clause', () => {
  expect(findsProblem(' ')).toContain('from Orders');
  expect(findsProblem('from Orders update { }')).toContain('update clause');
  expect(findsProblem('from Orders')).toBeUndefined();
});
