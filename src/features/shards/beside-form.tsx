import { useQuery } from '@tanstack/react-query';
import type { ServerClient } from '../../protocol/client.ts';
import { findShard, idBeside } from '../../protocol/shards.ts';
import { CopyButton, ErrorView, formatCount, TextField } from '../../ui/index.ts';
import type { ShardsState } from './shards-state.ts';
import styles from './shards.module.css';

/** An id that is stored with another document; the server confirms that both have one bucket. */
export function BesideForm(props: {
  readonly server: ServerClient;
  readonly database: string;
  readonly state: ShardsState;
  readonly onChange: (change: Partial<ShardsState>) => void;
}) {
  const { server, database, state, onChange } = props;
  const [newId, otherId] = [state.newId.trim(), state.otherId.trim()];
  const id = idBeside(newId, otherId);
  const complete = newId !== '' && otherId !== '';
  const check = useQuery({
    queryKey: [server.connection, database, 'shards', 'beside', id, otherId],
    enabled: complete,
    retry: false,
    queryFn: async ({ signal }) => {
      const [own, other] = await Promise.all(
        [id, otherId].map((each) => findShard(server, database, each, { signal })),
      );
      return { own, same: own?.bucket === other?.bucket };
    },
  });
  return (
    <section className={styles.section} aria-label="Id stored with another">
      <h3>Id stored with another document</h3>
      <div className={styles.fields}>
        <TextField label="New id" value={state.newId} onChange={(value) => onChange({ newId: value })} />
        <TextField
          label="Stored with"
          value={state.otherId}
          onChange={(value) => onChange({ otherId: value })}
        />
      </div>
      {check.error && <ErrorView error={check.error} doing="Checking the id" compact />}
      {complete && check.data && (
        <p role="status" className={styles.result}>
          <code>{id}</code> <CopyButton iconOnly label="Copy id" text={() => id} />
          {check.data.same
            ? `Shard ${check.data.own?.shard ?? ''}, bucket ${formatCount(check.data.own?.bucket ?? 0)}: the same as ${otherId}.`
            : `The server puts it into another bucket than ${otherId}.`}
        </p>
      )}
    </section>
  );
}
