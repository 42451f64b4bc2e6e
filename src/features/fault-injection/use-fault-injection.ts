import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { readFaultInjection, setFaults, type Faults } from '../../protocol/fault-injection.ts';

/** While faults are active their counts change. */
const EVERY_MS = 1_000;

/** `watching`: the counts are read again while faults are active. */
export function useFaultInjection(connectionId: string, options: { enabled: boolean; watching: boolean }) {
  const { port } = useSession();
  const server = useMemo(() => new ServerClient(port, connectionId), [port, connectionId]);
  const cache = useQueryClient();
  const queryKey = ['fault-injection', connectionId];
  const state = useQuery({
    queryKey,
    queryFn: ({ signal }) => readFaultInjection(server, signal),
    enabled: options.enabled,
    refetchInterval: ({ state: { data } }) => (options.watching && data?.active === true ? EVERY_MS : false),
  });
  const apply = useMutation({
    mutationFn: (faults: Faults) => setFaults(server, faults),
    onSuccess: (data) => cache.setQueryData(queryKey, data),
  });
  return { state, apply };
}
