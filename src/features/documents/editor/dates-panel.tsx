/** The dates of a document in its metadata, with how this database acts on them. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import {
  documentJobs,
  getIndexesOfArchived,
  getJobSettings,
  type DocumentJob,
} from '../../../protocol/document-jobs.ts';
import { Button, pluralize, useNow } from '../../../ui/index.ts';
import { DateForm } from './date-form.tsx';
import {
  jobSettings,
  jobState,
  withoutTypedDate,
  type ServerDate,
  type TypedDates,
} from './document-dates.ts';
import styles from '../documents.module.css';

export interface DatesPanelProps {
  readonly client: DatabaseClient;
  /** Prefix of the query keys of the database. */
  readonly queryKey: readonly string[];
  /** Undefined for a document that is not saved yet. */
  readonly collection: string | undefined;
  /** The document's text; null while it is not valid JSON. */
  readonly text: string | null;
  readonly onDate: (job: DocumentJob, date: ServerDate) => void;
  readonly typed: TypedDates;
  readonly onTyped: (typed: TypedDates) => void;
  readonly archived: boolean;
  /** Why the connection refuses changes. */
  readonly writeRefusal: string | undefined;
  /** Takes the archived mark off the stored document. */
  readonly onUnarchive: () => Promise<void>;
}

export function DatesPanel(props: DatesPanelProps) {
  const { client, queryKey, text, typed, onTyped, writeRefusal } = props;
  const session = useSession();
  // "In 3 minutes" must not stay for an hour.
  const now = useNow(30_000);
  const settings = useQueries({
    queries: documentJobs.map((job) => ({
      // Below the key of the settings' own form, so that a save there reads this again.
      queryKey: [...queryKey, 'settings', jobSettings[job].section, 'job'],
      queryFn: ({ signal }: { signal: AbortSignal }) => getJobSettings(client, job, { signal }),
      staleTime: 30_000,
      retry: false,
    })),
  });
  return (
    <>
      {props.archived && <Unarchive onUnarchive={props.onUnarchive} writeRefusal={writeRefusal} />}
      {documentJobs.map((job, at) => (
        <DateForm
          key={job}
          job={job}
          text={text}
          onDate={(date) => props.onDate(job, date)}
          typed={typed[job]}
          onTyped={(next) =>
            onTyped(next === undefined ? withoutTypedDate(typed, job) : { ...typed, [job]: next })
          }
          state={jobState(settings[at]?.isSuccess ? settings[at].data : undefined)}
          now={now}
          writeRefusal={writeRefusal}
          onOpenSettings={() =>
            session.openScreen('settings', { params: { section: jobSettings[job].section } })
          }
        >
          {job === 'archive' && props.collection !== undefined && (
            <ArchivedInIndexes client={client} queryKey={queryKey} collection={props.collection} />
          )}
        </DateForm>
      ))}
      {text === null && <p className={styles.note}>Dates can be set once the text is valid JSON.</p>}
    </>
  );
}

/** Rendered with an archive date only, so that other documents cost no request. */
function ArchivedInIndexes({
  client,
  queryKey,
  collection,
}: Pick<DatesPanelProps, 'client' | 'queryKey'> & { readonly collection: string }) {
  const { data } = useQuery({
    queryKey: [...queryKey, 'indexes', 'of-archived', collection],
    queryFn: ({ signal }) => getIndexesOfArchived(client, collection, { signal }),
    staleTime: 30_000,
    retry: false,
  });
  if (!data || data.keeping.length + data.leavingOut === 0) return null;
  const kept =
    data.keeping.length === 0
      ? 'None is'
      : `${data.keeping.join(', ')} ${data.keeping.length === 1 ? 'is' : 'are'}`;
  return (
    <p className={styles.note}>
      {pluralize(data.keeping.length + data.leavingOut, 'index covers', 'indexes cover')} {collection}. {kept}{' '}
      set to keep archived documents.
    </p>
  );
}

function Unarchive({ onUnarchive, writeRefusal }: Pick<DatesPanelProps, 'onUnarchive' | 'writeRefusal'>) {
  const [busy, setBusy] = useState(false);
  const unarchive = async () => {
    setBusy(true);
    try {
      await onUnarchive();
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.formGroup} aria-label="Archived">
      <p className={styles.note}>
        This document is archived. Indexes and subscriptions leave it out by default. Saving does not change
        that.
      </p>
      <div className={styles.buttonRow}>
        <Button
          variant="secondary"
          disabled={busy}
          disabledReason={writeRefusal}
          onClick={() => void unarchive()}
        >
          Unarchive
        </Button>
      </div>
    </section>
  );
}
