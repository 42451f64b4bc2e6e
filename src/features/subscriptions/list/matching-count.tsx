/** How many documents the query sends from the starting point on, counted by a test of the server on request. */
import { useState, type ReactNode } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import {
  MOST_TRIED_ROWS,
  TRY_SECONDS,
  trySubscription,
  type Subscription,
} from '../../../protocol/subscriptions.ts';
import { Button, ErrorView, formatCount, pluralize, useSubmit } from '../../../ui/index.ts';
import { countingQuery } from '../query-source.ts';
import styles from '../subscriptions.module.css';

/** An answer that took this long can be one that the time limit cut short. */
const CUT_SHORT_MS = (TRY_SECONDS - 1) * 1000;

export function countText(rows: number, ms: number): string {
  if (rows >= MOST_TRIED_ROWS) return `At least ${formatCount(rows)} match: a test reads no more.`;
  if (ms >= CUT_SHORT_MS) return `At least ${formatCount(rows)} match: the server ended the test early.`;
  return rows === 0 ? 'No document matches.' : `Exactly ${formatCount(rows)} match.`;
}

export function MatchingCount(props: {
  readonly database: Database;
  readonly subscription: Subscription;
}): ReactNode {
  const { database, subscription } = props;
  const [counted, setCounted] = useState<string | null>(null);
  const submit = useSubmit();
  const count = async () => {
    const { rows, ms } = await trySubscription(
      database.client,
      {
        query: countingQuery(subscription.query),
        startingPoint: subscription.startsAfter ?? 'BeginningOfTime',
        archived: subscription.archived,
      },
      MOST_TRIED_ROWS,
    );
    setCounted(countText(rows.length, ms));
  };
  return (
    <>
      <div className={styles.actions}>
        <Button
          busy={submit.busy}
          title={`Runs the query as a test, for at most ${pluralize(MOST_TRIED_ROWS, 'document')}`}
          onClick={() => void submit.run(count)}
        >
          Count with the filter
        </Button>
        <span role="status">{counted}</span>
      </div>
      {submit.failure !== null && <ErrorView compact error={submit.failure} doing="Counting the documents" />}
    </>
  );
}
