/** The port of the sandbox for applications: the same cache entry for its screen and the status bar. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Port } from '../../contract/index.ts';
import { useSession } from './session.ts';

const REFRESH_MS = 15_000;

export function applicationPortQuery(port: Port) {
  return queryOptions({
    queryKey: ['app', 'application-port'],
    queryFn: async ({ signal }) => (await port.call('applicationPort.load', {}, { signal })).open,
    refetchInterval: REFRESH_MS,
  });
}

/** Null: no port is open, or it is not known yet. */
export function useApplicationPort() {
  const { port } = useSession();
  return useQuery(applicationPortQuery(port)).data ?? null;
}
