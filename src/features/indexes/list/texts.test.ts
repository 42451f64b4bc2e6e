import { describe, expect, it } from 'vitest';
import type { IndexError } from '../../../protocol/index-errors.ts';
import { errorKinds, errorsAsCsv, errorsAsJson, firstSentence } from './error-text.ts';
import { emptyHistory, lagOf } from './index-lag.ts';
import { listRows, rowsAsCsv, rowsAsJson, rowsAsMarkdown } from './list-export.ts';
import { indexStats } from './stats-for-tests.ts';
import { termQuery } from './term-query.ts';
import { readViewState } from './view-state.ts';

const stack =
  'Failed to execute mapping function on orders/13-A. Exception: System.DivideByZeroException: Attempted to divide by zero.\n   at CallSite.Target(Closure, CallSite)';

function error(part: Partial<IndexError>): IndexError {
  return {
    index: 'A',
    timestamp: '2026-11-23T07:00:44Z',
    document: null,
    action: 'Map',
    message: stack,
    ...part,
  };
}

describe('errors', () => {
  it('are cut before the stack of the server', () => {
    expect(firstSentence(stack)).toBe(
      'Failed to execute mapping function on orders/13-A. Exception: System.DivideByZeroException: Attempted to divide by zero.',
    );
    expect(firstSentence('Boom at Raven.Server.Index.Run(Object o)')).toBe('Boom');
    expect(firstSentence('Nothing at all')).toBe('Nothing at all');
    // As RavenDB 7.1.5 reports an error of a script.
    expect(
      firstSentence(
        'Failed to execute mapping function on orders/1. Exception: X: Failed, throw Error("no such company")\n---^^^---\n\n ---> Jint.Runtime.JavaScriptException: no such company\n   at Jint.Engine.Throw()',
      ),
    ).toBe(
      'no such company (Failed to execute mapping function on orders/1. Exception: X: Failed, throw Error("no such company"))',
    );
  });

  it('are counted by cause, whatever document they name', () => {
    const kinds = errorKinds([
      error({ message: 'other' }),
      error({ document: 'orders/1', message: 'Bad orders/1: x' }),
      error({ document: 'orders/2', message: 'Bad orders/2: x' }),
    ]);
    expect(kinds).toEqual([
      { text: 'Bad …: x', count: 2 },
      { text: 'other', count: 1 },
    ]);
  });

  it('are exported as CSV and JSON', () => {
    const errors = [error({ document: '=cmd', message: 'a "b", c' })];
    expect(errorsAsCsv(errors)).toBe(
      'Index,Time,Document,Action,Error\r\nA,2026-11-23T07:00:44Z,\'=cmd,Map,"a ""b"", c"\r\n',
    );
    expect(JSON.parse(errorsAsJson(errors))).toEqual(errors);
  });
});

describe('the list', () => {
  const rows = listRows([indexStats({ name: 'A|B', isStale: true, etagLag: 7, collections: ['X', 'Y'] })], {
    lag: (index) => lagOf(index, undefined, emptyHistory),
    sizes: new Map([['A|B', { data: 100, used: 60, journals: 20, temporary: 5 }]]),
  });

  it('is exported with exact numbers', () => {
    expect(rows[0]).toMatchObject({ Lag: 7, Size: 120, Entries: 10, Collections: 'X, Y', Stale: 'yes' });
    expect(JSON.parse(rowsAsJson(rows))).toHaveLength(1);
    expect(rowsAsCsv(rows).split('\r\n')[1]).toMatch(/^A\|B,"X, Y",Running,yes,7,10,0,/);
    expect(rowsAsCsv([{ Name: '=1+1', Lag: -5 }])).toBe("Name,Lag\r\n'=1+1,-5\r\n");
    expect(rowsAsMarkdown(rows).split('\n')[2]).toMatch(/^\| A\\\|B \| X, Y \| Running /);
  });
});

it('readViewState keeps valid members and replaces invalid ones', () => {
  expect(readViewState({ search: 'x', filter: 'nonsense', panel: 'terms', folded: 7 })).toEqual({
    search: 'x',
    filter: null,
    sort: null,
    folded: [],
    panel: 'terms',
    current: null,
  });
  expect(readViewState(undefined).panel).toBe('details');
});

it('termQuery quotes what needs quotes', () => {
  expect(termQuery('Orders/By', 'Lines.Product', "it's")).toBe(
    "from index 'Orders/By' where Lines.Product = 'it\\'s'",
  );
  expect(termQuery('A', 'id()', 'a\\b')).toBe("from index 'A' where id() = 'a\\\\b'");
  expect(termQuery('A', 'odd name', 'x')).toBe("from index 'A' where 'odd name' = 'x'");
});
