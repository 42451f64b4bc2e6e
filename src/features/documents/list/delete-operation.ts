/** A deletion that the server runs as one operation, with progress and cancel in the status bar and a message at its end. */
import type { QueryClient } from '@tanstack/react-query';
import type { Database, Session } from '../../../app/registry/index.ts';
import { PortError } from '../../../contract/index.ts';
import { followOperation } from '../../../protocol/database-operations.ts';
import { pluralize } from '../../../ui/index.ts';

export interface DeleteOperation {
  readonly database: Database;
  readonly session: Session;
  readonly queries: QueryClient;
  /** `Emptying Orders` */
  readonly doing: string;
  /** ` of Orders`: completes "Deleted 5 documents". */
  readonly of: string;
  /** Returns the number of the operation. */
  readonly start: (signal: AbortSignal) => Promise<number>;
}

/** Never rejects: the end is reported to the user. True when the operation is complete. */
export async function runDeleteOperation(parts: DeleteOperation): Promise<boolean> {
  const { database, session, queries, doing, of, start } = parts;
  let deleted = 0;
  try {
    const end = await session.runOperation(doing, async (control) => {
      const operation = await start(control.signal);
      return followOperation(database.client, operation, {
        signal: control.signal,
        onProgress: (progress) => {
          deleted = progress.done;
          control.report(progress);
        },
      });
    });
    if (end.kind === 'cancelled') {
      session.notify({
        kind: 'info',
        message: `${doing}: cancelled. At least ${pluralize(deleted, 'document')} deleted.`,
      });
      return false;
    }
    session.notify({
      kind: 'success',
      message: `Deleted ${pluralize(end.result.total ?? deleted, 'document')}${of}.`,
    });
    return true;
  } catch (thrown) {
    if (thrown instanceof PortError && ['cancelled', 'not-confirmed'].includes(thrown.code))
      session.notify({ kind: 'info', message: `${doing}: ${thrown.message}` });
    else session.reportError(thrown, doing);
    return false;
  } finally {
    await queries.invalidateQueries({ queryKey: database.key });
  }
}
