import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationPortQuery, useSession } from '../../app/registry/index.ts';

/** Opens and closes the port for applications. */
export function usePortChanges() {
  const { port } = useSession();
  const cache = useQueryClient();
  const { queryKey } = applicationPortQuery(port);
  const open = useMutation({
    mutationFn: async (number: number) => (await port.call('applicationPort.open', { port: number })).open,
    onSuccess: (state) => cache.setQueryData(queryKey, state),
  });
  const close = useMutation({
    mutationFn: async () => (await port.call('applicationPort.close', {})).open,
    onSuccess: (state) => cache.setQueryData(queryKey, state),
  });
  return { open, close };
}
