/** Exports all collections, or chosen ones. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { getCollectionStats } from '../../../protocol/collections.ts';
import {
  Button,
  Checkbox,
  ErrorView,
  formatCount,
  pluralize,
  SkeletonRows,
  TextField,
} from '../../../ui/index.ts';
import styles from '../transfer.module.css';

/** More are found by the filter. */
const SHOWN = 200;

interface Row {
  readonly name: string;
  /** Null: a chosen collection that no longer exists. */
  readonly documents: number | null;
}

export function CollectionChoice({
  database,
  chosen,
  onChange,
  disabled,
}: {
  readonly database: Database;
  /** Null: all. */
  readonly chosen: readonly string[] | null;
  readonly onChange: (chosen: string[] | null) => void;
  readonly disabled: boolean;
}): ReactNode {
  const [filter, setFilter] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: [...database.key, 'transfer-collections'],
    queryFn: ({ signal }) => getCollectionStats(database.client, { signal }),
  });
  const names = data?.collections ?? [];
  const rows: readonly Row[] = data ? [...missingRows(chosen ?? [], names), ...names] : [];
  const matching = rows.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend>Collections</legend>
      <Checkbox
        label={data ? `All ${pluralize(names.length, 'collection')}` : 'All collections'}
        checked={chosen === null}
        // Without the list, there is nothing to choose from.
        disabled={disabled || (chosen === null && !data)}
        onChange={(all) => {
          if (all) onChange(null);
          else if (data) onChange(names.map(({ name }) => name));
        }}
      />
      {error !== null && (
        <ErrorView compact error={error} doing="Loading collections" onRetry={() => void refetch()} />
      )}
      {chosen !== null && error === null && !data && <SkeletonRows label="Loading collections" rows={4} />}
      {chosen !== null && data && (
        <>
          {rows.length > 8 && (
            <TextField
              label="Filter collections"
              hideLabel
              placeholder="Filter"
              value={filter}
              onChange={setFilter}
            />
          )}
          <div className={styles.collections}>
            {matching.slice(0, SHOWN).map(({ name, documents }) => (
              <Checkbox
                key={name}
                label={
                  <>
                    {name}{' '}
                    <span className={styles.count}>
                      {documents === null ? 'no longer exists' : formatCount(documents)}
                    </span>
                  </>
                }
                checked={chosen.includes(name)}
                disabled={disabled}
                onChange={(on) => onChange(on ? [...chosen, name] : chosen.filter((each) => each !== name))}
              />
            ))}
            {matching.length === 0 && <p className={styles.note}>No collection matches.</p>}
          </div>
          {matching.length > SHOWN && (
            <p className={styles.note}>
              {formatCount(matching.length - SHOWN)} more. Filter by name to see them.
            </p>
          )}
          <div className={styles.buttons}>
            <span className={styles.note}>{pluralize(chosen.length, 'collection')} selected</span>
            <Button variant="ghost" disabled={disabled} onClick={() => onChange([])}>
              Clear selection
            </Button>
          </div>
        </>
      )}
    </fieldset>
  );
}

function missingRows(chosen: readonly string[], existing: readonly Row[]): readonly Row[] {
  const names = new Set(existing.map(({ name }) => name));
  return chosen.filter((name) => !names.has(name)).map((name) => ({ name, documents: null }));
}
