import { useQuery } from '@tanstack/react-query';
import { Shapes } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useSession, useTabState, type ScreenProps } from '../../app/registry/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { getShards } from '../../protocol/shards.ts';
import { EmptyState, ErrorView, pluralize, SkeletonRows } from '../../ui/index.ts';
import { BesideForm } from './beside-form.tsx';
import { IdPlaces } from './id-places.tsx';
import { readShardsState } from './shards-state.ts';
import styles from './shards.module.css';

export default function ShardsScreen({ tabId, connectionId, database }: ScreenProps): ReactNode {
  const { port } = useSession();
  const server = useMemo(() => new ServerClient(port, connectionId), [port, connectionId]);
  const [state, change] = useTabState(tabId, readShardsState);
  // The list of databases shows the shards of a sharded one, as `shop$0`.
  const name = (database ?? '').replace(/\$\d+$/, '');
  const shards = useQuery({
    queryKey: [connectionId, name, 'shards'],
    queryFn: ({ signal }) => getShards(server.database(name), { signal }),
    retry: false,
  });
  if (shards.error)
    return (
      <ErrorView
        error={shards.error}
        doing="Reading the shards of the database"
        onRetry={() => void shards.refetch()}
      />
    );
  if (shards.data === undefined) return <SkeletonRows label="Reading the shards of the database" />;
  if (shards.data.length === 0)
    return (
      <EmptyState
        icon={Shapes}
        title={`${name} is not sharded`}
        text="All its documents are in one place. A database is sharded when it is created on RavenDB 6 or later."
      />
    );
  const target = { server, database: name };
  return (
    <div className={styles.screen}>
      <p className={styles.hint}>
        {name} has {pluralize(shards.data.length, 'shard')}: {shards.data.join(', ')}. The server computes the
        places; the ids need not exist.
      </p>
      <IdPlaces {...target} ids={state.ids} onIds={(ids) => change({ ids })} />
      <BesideForm {...target} state={state} onChange={change} />
    </div>
  );
}
