import { useQuery } from '@tanstack/react-query';
import { ServerClient } from '../../protocol/client.ts';
import { getIdentity, type Identity } from '../../protocol/identity.ts';
import { useSession } from './session.ts';
import { useConnection } from './use-connection.ts';

/** Rights change rarely, and the server checks each request itself. */
const FRESH_MS = 5 * 60_000;

/** Undefined without a certificate and until it is read; a failure hides the identity, and requests report their own. */
export function useIdentity(connectionId: string): Identity | null | undefined {
  const { port } = useSession();
  const connection = useConnection(connectionId);
  return useQuery({
    queryKey: [connectionId, '@identity'],
    queryFn: ({ signal }) => getIdentity(new ServerClient(port, connectionId), { signal }),
    enabled: connection?.kind === 'server' && connection.certificate !== undefined,
    staleTime: FRESH_MS,
  }).data;
}
