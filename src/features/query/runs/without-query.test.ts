import { expect, it } from 'vitest';
import { ServerError } from '../../../protocol/server-error.ts';
import { withoutQuery } from './without-query.ts';

function refused(query: string): ServerError {
  // RavenDB repeats the query in the message, and the message in the details.
  const message = `Expected operator after 'and' field, but found nothing.\nQuery: ${query}`;
  return new ServerError({
    status: 500,
    type: 'InvalidQueryException',
    message,
    path: '/databases/d/queries',
    detail: `Raven.InvalidQueryException: ${message}\n   at Parse(${query})`,
    body: {},
  });
}

it('shows one sentence, and keeps a short query in the details', () => {
  const query = "from Orders where Name = 'x' and and";
  const shown = withoutQuery(refused(query), query);
  expect(shown).toMatchObject({ message: "Expected operator after 'and' field, but found nothing." });
  expect((shown as ServerError).detail).toContain(query);
});

it('names the length of a query of 1 MB instead of repeating it', () => {
  const query = `from Orders where Name = '${'$&x'.repeat(350_000)}' and and`;
  const shown = withoutQuery(refused(query), query) as ServerError;
  expect(shown.message).toBe("Expected operator after 'and' field, but found nothing.");
  expect(shown.detail).toContain('Query: (the query, 1,050,035 characters)');
  expect(shown.detail).toContain('at Parse((the query');
  expect(shown.detail.length).toBeLessThan(500);
});

it('leaves other errors as they are', () => {
  const error = new Error('offline');
  expect(withoutQuery(error, 'from Orders')).toBe(error);
});
