/** Counters of the document: totals with the parts of each node, and changes. */
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { changeCounter, getCounters, type Counter } from '../../../protocol/counters.ts';
import { ServerError } from '../../../protocol/server-error.ts';
import {
  Badge,
  Button,
  ConfirmDialog,
  ErrorView,
  formatCount,
  IconButton,
  SkeletonRows,
  pluralize,
} from '../../../ui/index.ts';
import styles from '../attachments/attachments.module.css';
import { CounterDialog } from './counter-dialog.tsx';

export interface CountersPanelProps {
  readonly database: Database;
  readonly id: string;
  /** The latest known version: a new one triggers a reload. */
  readonly version: string;
  /** A counter that is added or deleted makes a new version of the document. */
  readonly onChanged: () => Promise<void>;
}

type OpenDialog =
  | { readonly what: 'change'; readonly counter: Counter | undefined }
  | { readonly what: 'delete'; readonly counter: Counter };

export function CountersPanel({ database, id, version, onChanged }: CountersPanelProps) {
  const heading = useId();
  const [dialog, setDialog] = useState<OpenDialog>();
  const { client, writeRefusal } = database;
  const query = useQuery({
    queryKey: [...database.key, 'counters', id, version],
    queryFn: ({ signal }) => getCounters(client, id, { signal }),
    placeholderData: (before) => before,
    retry: false,
  });
  // A server without this endpoint has no counters.
  if (query.error instanceof ServerError && query.error.status === 404) return null;
  const counters = query.data;
  const changed = async () => {
    await Promise.all([query.refetch(), onChanged()]);
  };
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <header className={styles.head}>
        <h3 id={heading}>Counters</h3>
        {counters !== undefined && counters.length > 0 && <Badge>{formatCount(counters.length)}</Badge>}
        <Button
          icon={<Plus />}
          disabledReason={writeRefusal}
          onClick={() => setDialog({ what: 'change', counter: undefined })}
        >
          Add counter…
        </Button>
      </header>
      {counters === undefined ? (
        query.error === null ? (
          <SkeletonRows rows={1} label="Loading counters" />
        ) : (
          <ErrorView
            error={query.error}
            doing="Loading counters"
            onRetry={() => void query.refetch()}
            compact
          />
        )
      ) : counters.length === 0 ? (
        <p className={styles.note}>Numbers that many clients change concurrently without conflicts.</p>
      ) : (
        <ul className={styles.list}>
          {counters.map((counter) => (
            <li key={counter.name} className={styles.row}>
              <div className={styles.text}>
                <span className={styles.name} title={counter.name}>
                  {counter.name}
                </span>
                <span className={styles.facts} title={partsText(counter)}>
                  {totalText(counter.total)}
                  {counter.values.length > 1 && ` · ${pluralize(counter.values.length, 'node')}`}
                </span>
              </div>
              <IconButton
                label={`Change ${counter.name}…`}
                icon={<Pencil />}
                disabledReason={writeRefusal}
                onClick={() => setDialog({ what: 'change', counter })}
              />
              <IconButton
                label={`Delete ${counter.name}…`}
                icon={<Trash2 />}
                disabledReason={writeRefusal}
                onClick={() => setDialog({ what: 'delete', counter })}
              />
            </li>
          ))}
        </ul>
      )}
      {dialog?.what === 'change' && (
        <CounterDialog
          counter={dialog.counter}
          onAdd={async (name, by) => {
            await changeCounter(client, id, { kind: 'increment', name, by });
            await changed();
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      <ConfirmDialog
        open={dialog?.what === 'delete'}
        title={`Delete ${dialog?.counter?.name ?? ''}?`}
        confirmLabel="Delete"
        danger
        onConfirm={async () => {
          if (dialog?.what !== 'delete') return;
          await changeCounter(client, id, { kind: 'delete', name: dialog.counter.name });
          await changed();
        }}
        onClose={() => setDialog(undefined)}
      >
        The counter will be deleted immediately, with the parts of all nodes. This cannot be undone.
      </ConfirmDialog>
    </section>
  );
}

/** A 64-bit total can have more digits than a JavaScript number. */
function totalText(total: number): string {
  return `${Number.isSafeInteger(total) ? '' : '≈ '}${formatCount(total)}`;
}

function partsText({ values }: Counter): string {
  return values.map(([node, value]) => `${node}: ${totalText(value)}`).join('\n');
}
