/** Whether the server of a database indexes vectors. */
import { useQuery } from '@tanstack/react-query';
import type { Database } from '../../../app/registry/index.ts';
import { capabilitiesOf } from '../../../contract/index.ts';
import { getServerVersion } from '../../../protocol/server.ts';

/** RavenDB has vector fields since this version. */
const FIRST_MAJOR = 7;

/** Why it does not; undefined when it does, or when that is not known. */
export function useVectorSupport({ client, key }: Database): string | undefined {
  const { connection } = client.server;
  const isIndexed = capabilitiesOf(connection).vectorFields;
  const version = useQuery({
    queryKey: [key[0], 'index-editor', 'server-version'],
    queryFn: ({ signal }) => getServerVersion(client.server, { signal }),
    enabled: isIndexed,
    staleTime: Infinity,
  });
  if (!isIndexed)
    return 'The sandbox keeps these options and indexes no vectors. Save the index on a RavenDB 7 server.';
  return version.data && vectorRefusal(version.data.product);
}

/** For `7.1` undefined, for `6.2` the reason; unknown versions are not refused. */
export function vectorRefusal(product: string): string | undefined {
  const major = /^(\d+)\./.exec(product)?.[1];
  if (major === undefined || Number(major) >= FIRST_MAJOR) return undefined;
  // Observed on 6.2.4: the save succeeds, and the stored definition is without them.
  return `RavenDB ${product} drops vector options when it saves. They need RavenDB ${FIRST_MAJOR} or newer.`;
}
