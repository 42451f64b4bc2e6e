/** The identities of a database: list, and the number that the next document gets. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Database, useSession } from '../../app/registry/index.ts';
import { getIdentities, setNextIdentityValue, type Identity } from '../../protocol/identities.ts';
import {
  Button,
  CopyButton,
  ErrorView,
  formatCount,
  pluralize,
  SkeletonRows,
  TextField,
} from '../../ui/index.ts';
import { IdentityDialog } from './identity-dialog.tsx';
import { identitiesCsv } from './identity-text.ts';
import { PlainSection } from './plain-section.tsx';
import styles from './settings.module.css';

/** Rows that are shown at once; a filter finds the others. */
const MAX_ROWS = 200;

export interface IdentitiesSectionProps {
  readonly database: Database;
  readonly wanted: boolean;
}

export function IdentitiesSection({ database, wanted }: IdentitiesSectionProps) {
  const session = useSession();
  const queries = useQueryClient();
  const { client, key, writeRefusal } = database;
  const queryKey = [...key, 'settings', 'identities'];
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => getIdentities(client, { signal }),
    retry: false,
  });
  const [editing, setEditing] = useState<Identity | 'new'>();
  const identities = list.data ?? [];

  const save = async (name: string, next: number, lower: boolean) => {
    const actual = await setNextIdentityValue(client, name, next, { lower });
    session.notify(
      actual === next
        ? { kind: 'success', message: `Saved: the next value of ${name} is ${formatCount(next)}.` }
        : {
            kind: 'warning',
            message: `${name} was advanced meanwhile: its next value is ${formatCount(actual)}.`,
          },
    );
    await queries.invalidateQueries({ queryKey });
  };

  return (
    <PlainSection
      anchor="identities"
      title="Identities"
      about="A document saved with an id that ends in a bar (invoices|) gets the next number of that identity, one sequence for all nodes. Each number costs a round trip through the cluster."
      state={list.data && { tone: 'neutral', words: formatCount(identities.length) }}
      wanted={wanted}
      loaded={!list.isPending}
    >
      {list.isPending ? (
        <SkeletonRows rows={3} label="Loading identities" />
      ) : list.isError ? (
        <ErrorView
          error={list.error}
          doing="Loading identities"
          onRetry={() => void list.refetch()}
          compact
        />
      ) : (
        <IdentityTable identities={identities} writeRefusal={writeRefusal} onEdit={setEditing} />
      )}
      <div className={styles.buttons}>
        <Button
          icon={<Plus />}
          disabled={!list.isSuccess}
          disabledReason={writeRefusal}
          onClick={() => setEditing('new')}
        >
          New identity…
        </Button>
        {identities.length > 0 && <CopyButton label="Copy as CSV" text={() => identitiesCsv(identities)} />}
      </div>
      {editing !== undefined && (
        <IdentityDialog
          identities={identities}
          existing={editing === 'new' ? undefined : editing}
          onSave={save}
          onClose={() => setEditing(undefined)}
        />
      )}
    </PlainSection>
  );
}

function IdentityTable(props: {
  readonly identities: readonly Identity[];
  readonly writeRefusal: string | undefined;
  readonly onEdit: (identity: Identity) => void;
}) {
  const { identities, writeRefusal, onEdit } = props;
  const [filter, setFilter] = useState('');
  if (identities.length === 0) return <p className={styles.hint}>No identities yet.</p>;
  const wanted = filter.trim().toLowerCase();
  const found = identities.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <>
      {identities.length > 10 && (
        <TextField
          label="Filter identities"
          hideLabel
          placeholder="Filter identities"
          value={filter}
          onChange={setFilter}
        />
      )}
      {found.length === 0 ? (
        <p className={styles.hint}>No identity matches.</p>
      ) : (
        <div className={styles.tableScroll} tabIndex={0} role="group" aria-label="Identities">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className={styles.number}>
                  Last value
                </th>
                <th scope="col" className={styles.number}>
                  Next value
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              {found.slice(0, MAX_ROWS).map((each) => (
                <tr key={each.name}>
                  <th scope="row">{each.name}</th>
                  <td className={styles.number}>{formatCount(each.value)}</td>
                  <td className={styles.number}>{formatCount(each.value + 1)}</td>
                  <td className={styles.number}>
                    <Button
                      variant="ghost"
                      aria-label={`Set next value of ${each.name}`}
                      disabledReason={writeRefusal}
                      onClick={() => onEdit(each)}
                    >
                      Set next value…
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {found.length > MAX_ROWS && (
        <p className={styles.hint}>
          {pluralize(found.length - MAX_ROWS, 'more identity', 'more identities')} not shown. Filter by name
          to find them.
        </p>
      )}
    </>
  );
}
