import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PortError, type Port } from '../../contract/index.ts';
import { reportProblem } from '../errors/problem-store.ts';

/** The list of connections is read again whenever the host says that it changed (another window, an engine that came up). */
export function useConnectionWatch(port: Port): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const abort = new AbortController();
    const watch = async (): Promise<void> => {
      // Each item says the same: it changed.
      const changes = port.open('connections.watch', {}, { signal: abort.signal });
      while ((await changes.next()).done !== true)
        await queryClient.invalidateQueries({ queryKey: ['app', 'connections'] });
    };
    watch().catch((thrown: unknown) => {
      // A port that closed is told of by the banner, and the next one is watched anew.
      if (abort.signal.aborted || (thrown instanceof PortError && thrown.code === 'closed')) return;
      reportProblem(thrown, 'Watching the connections');
    });
    return () => abort.abort();
  }, [port, queryClient]);
}
