import { Activity } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, EmptyState, ErrorView, formatCount, formatDateTime, pluralize } from '../../ui/index.ts';
import type { IoModel } from './io-model.ts';
import type { ActivityState } from './activity/use-activity.ts';
import type { IndexingState } from './use-indexing.ts';
import styles from './io.module.css';

/** Notices about incomplete data. */
export function IoNotices(props: {
  model: IoModel;
  version: number;
  indexing: IndexingState;
  activity: ActivityState;
  /** Following stopped because the window was moved. */
  stopped: boolean;
  onFollow: () => void;
}): ReactNode {
  const { recording } = props.model;
  const { store, sources } = recording;
  const several = sources.length > 1;
  const notices: string[] = [];
  if (store.completeSince !== undefined)
    notices.push(
      `The oldest ${pluralize(store.dropped, 'event')} ${store.dropped === 1 ? 'was' : 'were'} dropped (limit: ${formatCount(store.limit)}). Events since ${formatDateTime(store.completeSince)} are complete. Export to keep them.`,
    );
  for (const { name, unknownTypes, unreadable } of sources) {
    const where = several ? ` of ${name}` : '';
    for (const [type, count] of unknownTypes)
      notices.push(
        `${pluralize(count, 'event')}${where} with the unknown type “${type}” ${count === 1 ? 'is' : 'are'} not shown.`,
      );
    if (unreadable > 0)
      notices.push(
        `${pluralize(unreadable, 'event')}${where} with an invalid date or number ${unreadable === 1 ? 'is' : 'are'} not shown.`,
      );
  }
  return (
    <>
      {sources.map(({ id, name }) => {
        const state = props.model.stateOf(id);
        return (
          state?.kind === 'lost' && (
            <ErrorView key={id} error={state.error} doing={`Receiving I/O events of ${name}`} compact>
              Rookery retries automatically. Recorded events are kept.
            </ErrorView>
          )
        );
      })}
      {props.indexing.error !== undefined && (
        <ErrorView error={props.indexing.error} doing="Loading indexing batches" compact />
      )}
      {props.activity.errors.map(({ doing, error }) => (
        <ErrorView key={doing} error={error} doing={doing} compact />
      ))}
      {notices.map((text) => (
        <p key={text} className={styles.notice} role="status">
          {text}
        </p>
      ))}
      {props.stopped && (
        <p className={styles.notice} role="status">
          Live view stopped because you moved it. Recording continues.{' '}
          <Button variant="ghost" onClick={props.onFollow}>
            Follow live
          </Button>
        </p>
      )}
    </>
  );
}

export function IoEmpty({ live }: { live: boolean }): ReactNode {
  if (!live)
    return (
      <EmptyState
        icon={<Activity />}
        title="No events in this recording"
        text="The file is valid but contains no events."
      />
    );
  return (
    <EmptyState
      icon={<Activity />}
      title="Waiting for the first write"
      text="Journal writes, data flushes and data syncs appear here live. Save a document to see one. Drop a recording from RavenDB Studio here to open it."
    />
  );
}
