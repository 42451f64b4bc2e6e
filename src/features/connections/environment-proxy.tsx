import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { readTypedAddress } from './server-address.ts';
import styles from './connections.module.css';

/** The proxy that the environment of the host names for the typed address. */
export function EnvironmentProxy({ typedAddress }: { readonly typedAddress: string }): ReactNode {
  const { port } = useSession();
  const address = readTypedAddress(typedAddress);
  const url = address.kind === 'invalid' ? undefined : address.origins[0];
  const { data, error } = useQuery({
    queryKey: ['app', 'environment-proxy', url],
    queryFn: ({ signal }) => port.call('connections.environmentProxy', { url: url ?? '' }, { signal }),
    enabled: url !== undefined,
    retry: false,
  });
  return (
    <p className={styles.hint} role="status">
      {url === undefined
        ? 'Enter the address to see which proxy is used.'
        : (error?.message ?? data?.message ?? 'Reading the environment…')}
    </p>
  );
}
