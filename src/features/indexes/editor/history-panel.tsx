/** Earlier definitions of the index: compare with the edited one, and restore. */
import { History } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { getIndexHistory, type PastDefinition } from '../../../protocol/index-definitions.ts';
import { Button, EmptyState, ErrorView, formatDateTime, SkeletonRows } from '../../../ui/index.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { toForm, type IndexForm } from './index-form.ts';
import styles from './index-editor.module.css';
import { differentMembers } from './save-index.ts';

interface HistoryPanelProps {
  readonly database: Database;
  /** Undefined for an index that is not saved yet. */
  readonly name: string | undefined;
  readonly form: IndexForm;
  readonly writeRefusal: string | undefined;
  readonly onRestore: (form: IndexForm, message: string) => void;
}

export function HistoryPanel({ database, name, form, writeRefusal, onRestore }: HistoryPanelProps) {
  const { client, key } = database;
  const [compared, setCompared] = useState<PastDefinition>();
  const history = useQuery({
    queryKey: [...key, 'index-editor', 'history', name ?? null],
    queryFn: ({ signal }) => getIndexHistory(client, name ?? '', { signal }),
    enabled: name !== undefined,
  });
  if (name === undefined)
    return (
      <EmptyState
        icon={History}
        title="No history yet"
        text="The server keeps the earlier definitions of an index. They appear here after the index was saved."
      />
    );
  if (history.isError)
    return (
      <ErrorView
        error={history.error}
        doing={`Loading the history of ${name}`}
        onRetry={() => void history.refetch()}
      />
    );
  if (!history.data) return <SkeletonRows rows={4} label={`Loading the history of ${name}`} />;
  if (history.data.length === 0)
    return (
      <EmptyState
        icon={History}
        title="No history"
        text={`The server keeps no earlier definitions of ${name}.`}
      />
    );
  const restore = (past: PastDefinition) => {
    setCompared(undefined);
    onRestore(
      { ...toForm(past.definition), name: form.name },
      `Restored the definition from ${when(past)}. It is not saved yet.`,
    );
  };
  return (
    <div className={styles.form}>
      <ol className={styles.history} aria-label={`History of ${name}`}>
        {history.data.map((past, index) => {
          const changed = differentMembers(form, { ...toForm(past.definition), name: form.name });
          return (
            <li key={`${past.createdAt} ${index}`} className={styles.past}>
              <div className={styles.grow}>
                <div>{when(past)}</div>
                <div className={styles.note}>
                  {past.source !== '' && `${past.source} · `}
                  {changed.length === 0
                    ? 'same as the edited definition'
                    : `differs in ${changed.join(', ')}`}
                </div>
              </div>
              <Button variant="ghost" disabled={changed.length === 0} onClick={() => setCompared(past)}>
                Compare
              </Button>
              <Button
                variant="secondary"
                disabled={changed.length === 0}
                disabledReason={writeRefusal}
                onClick={() => restore(past)}
              >
                Restore
              </Button>
            </li>
          );
        })}
      </ol>
      {compared && (
        <CompareDialog
          title={`${name} from ${when(compared)}`}
          left={{ label: 'earlier', form: { ...toForm(compared.definition), name: form.name } }}
          right={{ label: 'the edited definition', form }}
          action={{ label: 'Restore', run: () => restore(compared), disabledReason: writeRefusal }}
          onClose={() => setCompared(undefined)}
        />
      )}
    </div>
  );
}

function when(past: PastDefinition): string {
  return past.createdAt === '' ? 'an unknown time' : formatDateTime(past.createdAt);
}
