import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Shapes } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { useSession } from '../../app/registry/index.ts';
import type { ServerClient } from '../../protocol/client.ts';
import { findShard, type ShardPlace } from '../../protocol/shards.ts';
import {
  CopyButton,
  IdLink,
  SortedGrid,
  EmptyState,
  ErrorView,
  formatCount,
  TextArea,
  type ValueColumn,
} from '../../ui/index.ts';
import { idLines, MAX_IDS } from './shards-state.ts';
import styles from './shards.module.css';

interface Row extends ShardPlace {
  readonly id: string;
}
const columnsFor = (onOpen: (id: string, split?: boolean) => void): readonly ValueColumn<Row>[] => [
  {
    id: 'id',
    title: 'Id',
    width: 360,
    mono: true,
    value: ({ id }) => id,
    render: ({ id }) => <IdLink id={id} onOpen={onOpen} />,
  },
  {
    id: 'shard',
    title: 'Shard',
    width: 80,
    align: 'end',
    value: ({ shard }) => shard,
    render: ({ shard }) => shard,
  },
  {
    id: 'bucket',
    title: 'Bucket',
    width: 120,
    align: 'end',
    value: ({ bucket }) => bucket,
    render: ({ bucket }) => formatCount(bucket),
  },
];

/** The shard and bucket of each id. */
export function IdPlaces(props: {
  readonly server: ServerClient;
  readonly database: string;
  readonly ids: string;
  readonly onIds: (ids: string) => void;
}) {
  const { server, database } = props;
  const ids = idLines(useDeferredValue(props.ids));
  const places = useQuery({
    queryKey: [server.connection, database, 'shards', 'places', ids],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) =>
      Promise.all(ids.map(async (id) => ({ id, ...(await findShard(server, database, id, { signal })) }))),
  });
  const rows = places.data ?? [];
  const session = useSession();
  const { connection } = server;
  const open = useCallback(
    (id: string, split = false) =>
      session.openScreen('document', { connectionId: connection, database, params: { id }, split }),
    [session, connection, database],
  );
  const columns = useMemo(() => columnsFor(open), [open]);
  return (
    <section className={styles.section} aria-label="Shards of ids">
      <TextArea
        label={`Document ids, one per line (up to ${MAX_IDS})`}
        value={props.ids}
        onChange={props.onIds}
      />
      {places.error && <ErrorView error={places.error} doing="Finding the shards" compact />}
      <div className={styles.grid}>
        <SortedGrid
          label="Shards of ids"
          columns={columns}
          rowCount={rows.length}
          row={(index) => rows[index]}
          onOpen={(index) => {
            const row = rows[index];
            if (row) open(row.id);
          }}
          empty={
            <EmptyState
              icon={Shapes}
              title="No ids yet"
              text="Enter ids above to see their shard and bucket."
            />
          }
        />
      </div>
      <div>
        <CopyButton
          label="Copy as CSV"
          text={() =>
            ['id,shard,bucket', ...rows.map((row) => `${row.id},${row.shard},${row.bucket}`)].join('\n')
          }
        />
      </div>
    </section>
  );
}
