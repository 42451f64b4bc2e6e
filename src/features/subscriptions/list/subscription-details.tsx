/** Everything about the selected subscription. */
import type { ReactNode } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import type { Subscription, SubscriptionConnection } from '../../../protocol/subscriptions.ts';
import { Badge, CopyButton, formatDateTime } from '../../../ui/index.ts';
import { lagOf, lagTitle, type SourceReading } from '../lag.ts';
import { sourceText } from '../query-source.ts';
import { agoText, archivedText, stateOf } from '../subscription-text.ts';
import styles from '../subscriptions.module.css';
import { ConnectionList } from './connection-list.tsx';
import { MatchingCount } from './matching-count.tsx';

export function SubscriptionDetails(props: {
  readonly database: Database;
  readonly subscription: Subscription;
  readonly reading: SourceReading | undefined;
  readonly watching: boolean;
  readonly now: number;
  readonly onDrop: (connection: SubscriptionConnection) => void;
}): ReactNode {
  const { database, subscription, reading, now } = props;
  const { name, id, startsAfter, lastAcknowledged, lastConnected } = subscription;
  const { tone, text, title } = stateOf(subscription);
  const moment = (at: number): string =>
    Number.isNaN(at) ? 'Never' : `${agoText(at, now)} (${formatDateTime(at)})`;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Collection', sourceText(subscription.query)],
    ['Lag', lagTitle(lagOf(subscription, reading))],
    ['Last acknowledged', moment(lastAcknowledged)],
    ['Last connected', moment(lastConnected)],
    [
      'Next batch after',
      startsAfter === null ? 'The beginning' : <span className={styles.mono}>{startsAfter}</span>,
    ],
    ['Archived documents', archivedText(subscription.archived)],
    ['Preferred node', subscription.preferredNode],
    ['Task', id],
  ];
  return (
    <section className={styles.details} aria-label={`Details of ${name}`}>
      <header className={styles.head}>
        <h3>{name}</h3>
        <Badge tone={tone} title={title}>
          {text}
        </Badge>
        <CopyButton iconOnly label="Copy as JSON" text={() => JSON.stringify(subscription.raw, null, 2)} />
      </header>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== null)
          .map(([fact, value]) => (
            <div key={fact}>
              <dt>{fact}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <MatchingCount
        key={`${name} ${startsAfter ?? ''} ${subscription.query}`}
        database={database}
        subscription={subscription}
      />
      <section className={styles.part} aria-label="Query">
        <h4>Query</h4>
        <pre className={styles.code} tabIndex={0} aria-label={`Query of ${name}`}>
          {subscription.query}
        </pre>
      </section>
      <ConnectionList
        database={database}
        name={name}
        watching={props.watching}
        now={now}
        refusal={database.writeRefusal}
        onDrop={props.onDrop}
      />
    </section>
  );
}
