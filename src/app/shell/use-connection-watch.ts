import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PortError, type Port } from '../../contract/index.ts';
import { reportProblem } from '../errors/problem-store.ts';

/** Refetches the connection list when the host reports a change (another window, an engine that opened). */
export function useConnectionWatch(port: Port): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const abort = new AbortController();
    const watch = async (): Promise<void> => {
      // The items carry the same meaning: the list changed.
      const changes = port.open('connections.watch', {}, { signal: abort.signal });
      while ((await changes.next()).done !== true)
        await queryClient.invalidateQueries({ queryKey: ['app', 'connections'] });
    };
    watch().catch((thrown: unknown) => {
      // The banner reports a closed port; the next port is watched again.
      if (abort.signal.aborted || (thrown instanceof PortError && thrown.code === 'closed')) return;
      reportProblem(thrown, 'Watching the connections');
    });
    return () => abort.abort();
  }, [port, queryClient]);
}
