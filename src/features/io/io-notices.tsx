import { Activity } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, EmptyState, ErrorView, formatCount, formatDateTime } from '../../ui/index.ts';
import type { IoModel } from './io-model.ts';
import type { IndexingState } from './use-indexing.ts';
import styles from './io.module.css';

/** What a person must know about the completeness of what is drawn. */
export function IoNotices(props: {
  model: IoModel;
  version: number;
  indexing: IndexingState;
  /** Following was on and stopped because the window was moved. */
  stopped: boolean;
  onFollow: () => void;
}): ReactNode {
  const { recording } = props.model;
  const { store, sources } = recording;
  const several = sources.length > 1;
  const notices: string[] = [];
  if (store.completeSince !== undefined)
    notices.push(
      `${formatCount(store.dropped)} older events were let go: ${formatCount(store.limit)} are kept, and everything since ${formatDateTime(store.completeSince)} is here. Export before more go.`,
    );
  for (const { name, unknownTypes, unreadable } of sources) {
    const where = several ? ` of ${name}` : '';
    for (const [type, count] of unknownTypes)
      notices.push(
        `${formatCount(count)} events${where} of the type “${type}” are not shown: this version does not know that meter.`,
      );
    if (unreadable > 0)
      notices.push(
        `${formatCount(unreadable)} events${where} had no readable date or numbers and are left out.`,
      );
  }
  return (
    <>
      {sources.map(({ id, name }) => {
        const state = props.model.stateOf(id);
        return (
          state?.kind === 'lost' && (
            <ErrorView key={id} error={state.error} doing={`Following the I/O of ${name}`} compact>
              It is tried again by itself; what was recorded stays.
            </ErrorView>
          )
        );
      })}
      {props.indexing.error !== undefined && (
        <ErrorView error={props.indexing.error} doing="Reading what indexing batches did" compact />
      )}
      {notices.map((text) => (
        <p key={text} className={styles.notice} role="status">
          {text}
        </p>
      ))}
      {props.stopped && (
        <p className={styles.notice} role="status">
          Following stopped because you moved the view; events are still recorded.{' '}
          <Button variant="ghost" onClick={props.onFollow}>
            Follow again
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
        text="It could be read, but nothing happened in it."
      />
    );
  return (
    <EmptyState
      icon={<Activity />}
      title="Waiting for the first write"
      text="Every journal write, data flush and data sync of this database appears here as it happens. Save a document, or fill the database with sample data, and watch it arrive. A recording exported by RavenDB’s Studio opens with “Open file…”, or drop it here."
    />
  );
}
