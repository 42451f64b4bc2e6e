/** How conflicts are resolved, for reading: by script per collection, else by date or by a client. */
import { useQuery } from '@tanstack/react-query';
import type { Database } from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import { getCollectionStats } from '../../protocol/collections.ts';
import {
  getConflictResolution,
  type ConflictResolution,
  type ConflictScript,
} from '../../protocol/conflict-resolution.ts';
import { CopyButton, ErrorView, formatDateTime, pluralize, SkeletonRows } from '../../ui/index.ts';
import { PlainSection } from './plain-section.tsx';
import styles from './settings.module.css';

export interface ConflictsSectionProps {
  readonly database: Database;
  readonly wanted: boolean;
}

export function ConflictsSection({ database, wanted }: ConflictsSectionProps) {
  const { client, key } = database;
  const supported = capabilitiesOf(client.server.connection).replication;
  const setting = useQuery({
    queryKey: [...key, 'settings', 'conflicts'],
    queryFn: ({ signal }) => getConflictResolution(client, { signal }),
    enabled: supported,
    retry: false,
  });
  const stats = useQuery({
    queryKey: [...key, 'collections', 'stats'],
    queryFn: ({ signal }) => getCollectionStats(client, { signal }),
    enabled: supported,
  });
  const conflicts = supported ? stats.data?.conflicts : undefined;

  return (
    <PlainSection
      anchor="conflicts"
      title="Conflict resolution"
      about="A document that changes on two nodes before they replicate is in conflict. A script of its collection, the date, or a client resolves it."
      state={
        conflicts === undefined
          ? undefined
          : { tone: conflicts > 0 ? 'warning' : 'success', words: pluralize(conflicts, 'conflict') }
      }
      wanted={wanted}
      loaded={!supported || !setting.isPending}
    >
      {!supported ? (
        <p className={styles.hint}>The sandbox has one node and no replication: no conflict can occur.</p>
      ) : setting.isPending ? (
        <SkeletonRows rows={2} label="Loading conflict resolution" />
      ) : setting.isError ? (
        <ErrorView
          error={setting.error}
          doing="Loading conflict resolution"
          onRetry={() => void setting.refetch()}
          compact
        />
      ) : (
        <Resolution setting={setting.data} />
      )}
    </PlainSection>
  );
}

function Resolution({ setting }: { readonly setting: ConflictResolution | null }) {
  const scripts = setting?.scripts ?? [];
  return (
    <>
      {setting === null && <p className={styles.about}>Not configured: the server default applies.</p>}
      <p className={styles.about}>
        {scripts.length === 0 ? 'In all collections: ' : 'In collections without a script: '}
        {(setting?.toLatest ?? true)
          ? 'the version that was saved last is kept.'
          : 'conflicts stay until a client or a user resolves them. Reads of such a document fail until then.'}
      </p>
      {scripts.map((each) => (
        <Script key={each.collection} {...each} />
      ))}
    </>
  );
}

function Script({ collection, script, changedAt }: ConflictScript) {
  return (
    <div className={styles.script}>
      <div className={styles.ruleHead}>
        <span className={styles.ruleText}>
          <b>{collection}</b>
          {changedAt !== null && <span className={styles.hint}>changed {formatDateTime(changedAt)}</span>}
        </span>
        <CopyButton text={script} label={`Copy script of ${collection}`} />
      </div>
      <pre className={styles.code} tabIndex={0} role="group" aria-label={`Script of ${collection}`}>
        {script}
      </pre>
    </div>
  );
}
