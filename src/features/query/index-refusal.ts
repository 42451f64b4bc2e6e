/** Explains why a server refused a query that it could answer only with a new index. */
import { ServerError } from '../../protocol/server-error.ts';

/** RavenDB gives this case no type of its own; the sandbox adds a code. */
const REFUSAL = 'Creation of Auto Indexes was disabled';

/** Null for every other error. The server's own words stay in the details. */
export function explainIndexRefusal(error: unknown, readOnly: boolean): ServerError | null {
  if (!(error instanceof ServerError)) return null;
  if (error.body.Code !== 'index-needed' && !error.message.startsWith(REFUSAL)) return null;
  const reason = readOnly
    ? 'This connection is read-only, so the server did not create an index: building one can load it for a long time.'
    : "The server did not create an index, because “Don't create an auto-index” is on.";
  const remedy = readOnly
    ? "Query an existing index (from index 'Name' …), remove the conditions to read the whole collection, or change the protection of the connection."
    : "Turn it off in the query options, or query an existing index (from index 'Name' …).";
  return new ServerError({
    status: error.status,
    type: error.type,
    message: `No existing index answers this query. ${reason} ${remedy}`,
    path: error.path,
    detail: [error.message, error.detail].filter((part) => part !== '').join('\n\n'),
    body: { ...error.body },
  });
}
