/** Applies the stored revisions configuration to all documents, after showing which collections lose revisions. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Database, useSession } from '../../app/registry/index.ts';
import { PortError } from '../../contract/index.ts';
import { followOperation } from '../../protocol/database-operations.ts';
import { countRevisionsByCollection, startEnforceRevisions } from '../../protocol/enforce-revisions.ts';
import type { RevisionsConfiguration } from '../../protocol/revisions.ts';
import { Button, ConfirmDialog, ErrorView, pluralize, SkeletonRows } from '../../ui/index.ts';
import { enforceEffect, enforceSentences } from './enforce-text.ts';
import styles from './settings.module.css';

export interface EnforceActionProps {
  readonly database: Database;
  readonly stored: RevisionsConfiguration;
  /** Unsaved changes: the server enforces what is stored. */
  readonly dirty: boolean;
}

export function EnforceAction({ database, stored, dirty }: EnforceActionProps) {
  const session = useSession();
  const queries = useQueryClient();
  const { client } = database;
  const [confirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);

  const enforce = async () => {
    const doing = `Enforcing the revisions configuration of ${client.name}`;
    setBusy(true);
    try {
      const end = await session.runOperation(doing, async (control) => {
        const operation = await startEnforceRevisions(client, { signal: control.signal });
        return followOperation(client, operation, {
          signal: control.signal,
          onProgress: (progress) => control.report(progress),
        });
      });
      if (end.kind === 'cancelled')
        session.notify({ kind: 'info', message: `${doing}: cancelled. What was deleted stays deleted.` });
      else {
        const { removedRevisions } = end.result;
        session.notify({
          kind: 'success',
          message:
            removedRevisions === undefined
              ? `Enforced the revisions configuration of ${client.name}.`
              : `Enforced the revisions configuration of ${client.name}: ${pluralize(removedRevisions, 'revision')} deleted.`,
        });
      }
    } catch (thrown) {
      if (thrown instanceof PortError && ['cancelled', 'not-confirmed'].includes(thrown.code))
        session.notify({ kind: 'info', message: `${doing}: ${thrown.message}` });
      else session.reportError(thrown, doing);
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: [...database.key] });
    }
  };

  return (
    <div className={styles.effectRow}>
      <Button
        busy={busy}
        disabledReason={database.writeRefusal ?? (dirty ? 'Save or revert the changes first.' : undefined)}
        onClick={() => setConfirming(true)}
      >
        {busy ? 'Enforcing…' : 'Enforce configuration…'}
      </Button>
      <p className={styles.about}>
        Applies the limits to all documents now. Otherwise a document follows when it is saved again.
      </p>
      {confirming && (
        <EnforceDialog
          database={database}
          stored={stored}
          onConfirm={() => {
            setConfirming(false);
            void enforce();
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  );
}

function EnforceDialog(props: {
  readonly database: Database;
  readonly stored: RevisionsConfiguration;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { database, stored, onConfirm, onClose } = props;
  const counts = useQuery({
    queryKey: [...database.key, 'settings', 'revisions', 'counts'],
    queryFn: ({ signal }) => countRevisionsByCollection(database.client, { signal }),
    retry: false,
    gcTime: 0,
  });
  const effect = counts.data && enforceEffect(stored, counts.data);
  const sentences = effect && enforceSentences(effect);
  return (
    <ConfirmDialog
      open
      danger
      title="Enforce the revisions configuration?"
      confirmLabel="Enforce configuration"
      // Whoever deletes all revisions of a collection names the database.
      {...(counts.isPending || effect?.removed.length === 0 ? {} : { typeToConfirm: database.client.name })}
      busy={counts.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {counts.isPending ? (
        <SkeletonRows rows={2} label="Counting revisions" />
      ) : counts.isError ? (
        <ErrorView
          error={counts.error}
          doing="Counting revisions"
          onRetry={() => void counts.refetch()}
          compact
        />
      ) : sentences?.length === 0 ? (
        <p>No collection has revisions that this can delete.</p>
      ) : (
        <ul className={styles.affected} aria-label="Collections that lose revisions">
          {sentences?.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <p>Deleted revisions cannot be restored. You can cancel in the status bar.</p>
    </ConfirmDialog>
  );
}
