import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../app/registry/index.ts';
import { PortError } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { formatCount, pluralize } from '../../ui/index.ts';
import { fillSampleData, planSampleData, type SamplePlan } from './sample-data.ts';

/**
 * Writes the sample data in the background and reports the result. Without a confirmed plan nothing is overwritten:
 * for a database that was just created.
 */
export function useFillSampleData(
  connectionId: string,
): (
  database: string,
  confirmed?: { readonly plan: SamplePlan; readonly overwrite: boolean },
) => Promise<void> {
  const session = useSession();
  const queryClient = useQueryClient();
  return async (database, confirmed) => {
    const title = `Adding sample data to ${database}`;
    const client = new ServerClient(session.port, connectionId).database(database);
    let written = 0;
    try {
      await session.runOperation(title, async (control) =>
        fillSampleData(
          client,
          confirmed?.plan ?? (await planSampleData(client, control.signal)),
          { overwrite: confirmed?.overwrite ?? false },
          (done, total) => {
            written = done;
            control.report({ done, total, note: `${formatCount(done)} of ${pluralize(total, 'document')}` });
          },
          control.signal,
        ),
      );
      session.notify({
        kind: 'success',
        message: `Added ${pluralize(written, 'sample document')} to ${database}`,
        action: {
          label: 'Browse documents',
          run: () => session.openScreen('documents', { connectionId, database }),
        },
      });
    } catch (thrown) {
      if (thrown instanceof PortError && thrown.code === 'cancelled')
        session.notify({
          kind: 'info',
          message: `Cancelled after ${pluralize(written, 'sample document')}.`,
        });
      else session.reportError(thrown, title);
    } finally {
      // Also after a failure: some documents may be written.
      await queryClient.invalidateQueries({ queryKey: [connectionId] });
    }
  };
}
