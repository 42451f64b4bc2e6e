import { expect, test } from 'vitest';
import { locateQueryProblem, queryErrorSentence } from './query-problem.ts';
import { ServerError } from './server-error.ts';

function complaint(message: string, query: string) {
  return new ServerError({
    status: 500,
    type: 'QueryParser+ParseException',
    message: `${message}\nQuery: \n${query}`,
    path: '/databases/d/queries',
    detail: '',
    body: {},
  });
}

function underlined(message: string, query: string): string | undefined {
  const at = locateQueryProblem(complaint(message, query), query);
  return at ? query.split('\n')[at.line - 1]?.slice(at.column - 1, at.endColumn - 1) : undefined;
}

test('underlines the word named by the server on the first line', () => {
  expect(underlined('1:18 Expected end of query but got: Freight', 'from Orders whre Freight > 1')).toBe(
    'Freight',
  );
});

test("corrects RavenDB's extra column on later lines, and keeps the sandbox's column", () => {
  const query = 'from Orders\nwhre x';
  expect(underlined('2:7 Expected end of query but got: x', query)).toBe('x');
  expect(underlined('2:6 Expected end of query but got: x', query)).toBe('x');
  expect(underlined('3:5 Expected FROM clause but got: fro', '\n\n   fro Orders')).toBe('fro');
});

test('marks the last character for an error at the end of the query', () => {
  expect(
    underlined(
      '1:28 Unable to parse WHERE clause but got to the end of the query',
      'from Orders where Freight >',
    ),
  ).toBe('>');
  expect(
    underlined('2:17 Unable to parse WHERE clause but got to the end', 'from Orders\nwhere Freight >'),
  ).toBe('>');
});

test('underlines an unclosed string completely', () => {
  expect(underlined('1:23 Unable to parse WHERE clause but got: "abc', 'from Orders where x = "abc')).toBe(
    '"abc',
  );
});

test('moves a position outside the text into it', () => {
  const at = locateQueryProblem(complaint('9:99 What is this', 'from X'), 'from X');
  expect(at).toMatchObject({ line: 1, column: 6, endColumn: 7 });
});

test('marks the line of a script error, relative to the start of the script', () => {
  const query = 'from Orders as o\nselect {\n a: o.Freight,\n b: o.( }';
  const error = complaint('Select clause contains invalid script\nAt Line : 3, Column : 6', query);
  expect(locateQueryProblem(error, query)).toMatchObject({
    message: 'Select clause contains invalid script',
    line: 4,
    column: 2,
  });
});

test('returns null for errors without a position', () => {
  expect(locateQueryProblem(complaint("Method 'bla' is not supported.", 'x'), 'x')).toBeNull();
  expect(locateQueryProblem(new Error('1:1 no'), 'x')).toBeNull();
});

test('removes position, excerpt and query from the message', () => {
  expect(queryErrorSentence('3:2 expected AND but got: order\nQuery: \nfrom Orders')).toBe(
    'expected AND but got: order',
  );
  expect(queryErrorSentence('2:6 I do not know whre.\nwhre x\n^^^^\nQuery: from Orders')).toBe(
    'I do not know whre.',
  );
});
