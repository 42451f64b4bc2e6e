/** Explains why a server refused a query that needs a new index. */
import type { ConnectionMode } from '../../../contract/index.ts';
import { ServerError } from '../../../protocol/server-error.ts';

/** RavenDB has no error type for this case; the sandbox adds a code. */
const REFUSAL = 'Creation of Auto Indexes was disabled';

/** Null for every other error. The server's message stays in the details. */
export function explainIndexRefusal(error: unknown, mode: ConnectionMode): ServerError | null {
  if (!(error instanceof ServerError)) return null;
  if (error.body.Code !== 'index-needed' && !error.message.startsWith(REFUSAL)) return null;
  return new ServerError({
    status: error.status,
    type: error.type,
    message: `No index matches this query. ${reasons[mode]}`,
    path: error.path,
    detail: [error.message, error.detail].filter((part) => part !== '').join('\n\n'),
    body: { ...error.body },
  });
}

const cost = 'so no index was created: building one can slow the server down.';
const reasons: Readonly<Record<ConnectionMode, string>> = {
  'read-only': `The connection is read-only, ${cost} Query an existing index (from index 'Name' …), remove the conditions, or change the access of the connection.`,
  guarded: `The connection is guarded, ${cost} Query an existing index (from index 'Name' …), or allow a new one for this query.`,
  full: "The option “Don't create an auto-index” is on. Turn it off, or query an existing index (from index 'Name' …).",
};
