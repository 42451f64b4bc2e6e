/** Open, waiting, ended and rejected connections of the selected subscription. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { getSubscriptionConnections, type SubscriptionConnection } from '../../../protocol/subscriptions.ts';
import { Button, ErrorView, formatDateTime, pluralize, SkeletonRows } from '../../../ui/index.ts';
import { agoText } from '../subscription-text.ts';
import styles from '../subscriptions.module.css';
import { LIST_EVERY_MS } from '../use-subscriptions.ts';

export function ConnectionList(props: {
  readonly database: Database;
  readonly name: string;
  readonly watching: boolean;
  readonly now: number;
  readonly refusal: string | undefined;
  readonly onDrop: (connection: SubscriptionConnection) => void;
}): ReactNode {
  const { database, name, watching, now } = props;
  const read = useQuery({
    queryKey: [...database.key, 'subscriptions', 'connections', name],
    queryFn: ({ signal }) => getSubscriptionConnections(database.client, name, { signal }),
    refetchInterval: watching ? LIST_EVERY_MS : false,
  });
  if (read.data === undefined)
    return read.isError ? (
      <ErrorView
        compact
        error={read.error}
        doing={`Reading the connections of ${name}`}
        onRetry={() => void read.refetch()}
      />
    ) : (
      <SkeletonRows rows={3} label="Reading the connections" />
    );
  const { open, pending, recent, rejected } = read.data;
  return (
    <>
      <Part title="Connected workers" none="No worker is connected to this node.">
        {open.map((each) => (
          <Connection key={each.client} connection={each} now={now}>
            {each.strategy === 'Concurrent' && each.workerId !== null && (
              <Button variant="ghost" disabledReason={props.refusal} onClick={() => props.onDrop(each)}>
                Drop
              </Button>
            )}
          </Connection>
        ))}
      </Part>
      {pending.length > 0 && (
        <Part title="Waiting workers" none="">
          {pending.map((each) => (
            <Connection key={each.client} connection={each} now={now} />
          ))}
        </Part>
      )}
      <Part title="Ended connections" none="None since the node loaded the database.">
        {recent.map((each) => (
          <Connection key={`${each.client} ${each.endedAt}`} connection={each} now={now} />
        ))}
      </Part>
      <Part title="Rejected connections" none="None since the node loaded the database.">
        {rejected.map((each) => (
          <Connection key={`${each.client} ${each.endedAt}`} connection={each} now={now} />
        ))}
      </Part>
    </>
  );
}

function Part(props: {
  readonly title: string;
  readonly none: string;
  readonly children: readonly ReactNode[];
}): ReactNode {
  return (
    <section className={styles.part} aria-label={props.title}>
      <h4>{props.title}</h4>
      {props.children.length === 0 ? (
        <p className={styles.note}>{props.none}</p>
      ) : (
        <ul className={styles.connections}>{props.children}</ul>
      )}
    </section>
  );
}

function Connection(props: {
  readonly connection: SubscriptionConnection;
  readonly now: number;
  readonly children?: ReactNode;
}): ReactNode {
  const { client, strategy, workerId, connectedAt, endedAt, documents, exception } = props.connection;
  const times = [
    ...(Number.isNaN(connectedAt) ? [] : [`connected ${agoText(connectedAt, props.now)}`]),
    ...(Number.isNaN(endedAt) ? [] : [`ended ${agoText(endedAt, props.now)}`]),
    ...(documents === null || !Number.isNaN(endedAt) ? [] : [`${pluralize(documents, 'document')} sent`]),
  ];
  const exact = [connectedAt, endedAt]
    .filter((each) => !Number.isNaN(each))
    .map((each) => formatDateTime(each));
  return (
    <li>
      <div className={styles.line}>
        <span className={styles.mono}>{client}</span>
        <span>{strategy ?? 'Unknown strategy'}</span>
        {props.children}
      </div>
      {workerId !== null && <span className={styles.mono}>Worker {workerId}</span>}
      {times.length > 0 && (
        <span className={styles.note} title={exact.join(' to ')}>
          {times.join(', ')}
        </span>
      )}
      {exception !== null && <span className={styles.problem}>{exception}</span>}
    </li>
  );
}
