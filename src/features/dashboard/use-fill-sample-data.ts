import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../app/registry/index.ts';
import { PortError } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { formatCount } from '../../ui/index.ts';
import { fillSampleData } from './sample-data.ts';

/** Writes the sample data as background work, and says how it ended. */
export function useFillSampleData(connectionId: string): (database: string) => Promise<void> {
  const session = useSession();
  const queryClient = useQueryClient();
  return async (database) => {
    const title = `Filling ${database} with sample data`;
    const client = new ServerClient(session.port, connectionId).database(database);
    let written = 0;
    try {
      await session.runOperation(title, (control) =>
        fillSampleData(
          client,
          (done, total) => {
            written = done;
            control.report({ done, total, note: `${formatCount(done)} of ${formatCount(total)} documents` });
          },
          control.signal,
        ),
      );
      session.notify({
        kind: 'success',
        message: `${database} has ${formatCount(written)} sample documents`,
        action: {
          label: 'Browse documents',
          run: () => session.openScreen('documents', { connectionId, database }),
        },
      });
    } catch (thrown) {
      if (thrown instanceof PortError && thrown.code === 'cancelled')
        session.notify({
          kind: 'info',
          message: `Cancelled: ${formatCount(written)} sample documents were written before.`,
        });
      else session.reportError(thrown, title);
    } finally {
      // Also after a failure: some of it was written.
      await queryClient.invalidateQueries({ queryKey: [connectionId] });
    }
  };
}
