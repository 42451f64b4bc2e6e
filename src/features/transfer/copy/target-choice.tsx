/** Chooses the connection and the database that a copy writes to. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { databasesQuery, useConnections, useSession } from '../../../app/registry/index.ts';
import { ErrorView, Select, Switch, TextField } from '../../../ui/index.ts';
import styles from '../transfer.module.css';
import type { CopyOptions, Place } from './copy-options.ts';

export interface PartProps {
  readonly state: CopyOptions;
  readonly change: (part: Partial<CopyOptions>) => void;
  readonly disabled: boolean;
}

export function TargetChoice({
  state,
  change,
  disabled,
  source,
}: PartProps & { readonly source: Place }): ReactNode {
  const connections = useConnections();
  const { targetConnection, targetDatabase, create } = state;
  // An existing database belongs to the other connection.
  const nameFor = (typed: string): string =>
    !create ? '' : typed === '' ? `${source.database}-copy` : typed;
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend>Target</legend>
      <Select
        label="Connection"
        value={targetConnection}
        placeholder="Choose a connection"
        disabled={disabled}
        onChange={(id) => change({ targetConnection: id, targetDatabase: nameFor(targetDatabase) })}
        options={connections.map(({ id, name, mode }) => ({
          value: id,
          label: name,
          hint:
            mode === 'full' ? 'Full access' : mode === 'guarded' ? 'Guarded: confirmed first' : 'Read-only',
        }))}
      />
      <Switch
        label="Create a new database"
        checked={create}
        disabled={disabled}
        onChange={(on) => change({ create: on, targetDatabase: on ? `${source.database}-copy` : '' })}
      />
      {create ? (
        <TextField
          label="New database"
          value={targetDatabase}
          disabled={disabled}
          onChange={(name) => change({ targetDatabase: name })}
        />
      ) : (
        targetConnection !== '' && (
          <ExistingDatabase state={state} change={change} disabled={disabled} source={source} />
        )
      )}
    </fieldset>
  );
}

function ExistingDatabase({
  state,
  change,
  disabled,
  source,
}: PartProps & { readonly source: Place }): ReactNode {
  const { port } = useSession();
  const { targetConnection, targetDatabase } = state;
  const { data, error, refetch } = useQuery(databasesQuery(port, targetConnection));
  if (error !== null)
    return <ErrorView compact error={error} doing="Loading databases" onRetry={() => void refetch()} />;
  const names = (data ?? [])
    .map(({ name }) => name)
    .filter((name) => targetConnection !== source.connection || name !== source.database);
  return (
    <Select
      label="Database"
      value={targetDatabase}
      placeholder={data === undefined ? 'Loading databases…' : 'Choose a database'}
      disabled={disabled || data === undefined}
      onChange={(name) => change({ targetDatabase: name })}
      options={names.map((name) => ({ value: name, label: name }))}
    />
  );
}
