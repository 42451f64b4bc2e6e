/** A query error without the copies of the query in it. Pure. */
import { queryErrorSentence } from '../../../protocol/queries.ts';
import { ServerError } from '../../../protocol/server-error.ts';
import { pluralize } from '../../../ui/index.ts';

/** Longer queries are not repeated in the details: RavenDB sends them twice, and the text is in the editor. */
const MOST_REPEATED = 10_000;

export function withoutQuery(error: unknown, query: string): unknown {
  if (!(error instanceof ServerError)) return error;
  const detail = error.detail === '' ? error.message : error.detail;
  return new ServerError({
    status: error.status,
    type: error.type,
    message: queryErrorSentence(error.message),
    path: error.path,
    detail:
      query.length > MOST_REPEATED
        ? detail.replaceAll(query, () => `(the query, ${pluralize(query.length, 'character')})`)
        : detail,
    body: { ...error.body },
  });
}
