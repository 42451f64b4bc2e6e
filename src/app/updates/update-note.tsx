import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUpCircle } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { Port } from '../../contract/index.ts';
import { openOverlay } from '../commands/overlay-store.ts';
import { reportProblem } from '../errors/problem-store.ts';
import { rememberUpdates, updateQuery } from './update-query.ts';

/** Names a newer release in the status bar. Runs the daily check if the user turned it on. */
export function UpdateNote({
  port,
  className,
}: {
  readonly port: Port;
  readonly className: string | undefined;
}): ReactNode {
  const client = useQueryClient();
  const { data } = useQuery(updateQuery(port));
  const isDue = data?.isDue === true;
  useEffect(() => {
    if (!isDue) return;
    const leaving = new AbortController();
    port.call('updates.check', {}, { signal: leaving.signal }).then(
      (state) => rememberUpdates(client, state),
      (thrown: unknown) => {
        if (!leaving.signal.aborted) reportProblem(thrown, 'Checking for a newer version');
      },
    );
    return () => leaving.abort();
  }, [isDue, port, client]);
  if (!data?.newer) return null;
  return (
    <button type="button" className={className} data-news="" onClick={() => openOverlay('updates')}>
      <ArrowUpCircle size={13} aria-hidden="true" />
      Rookery {data.newer.version} is available
    </button>
  );
}
