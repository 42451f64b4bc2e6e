/** Adds a collection to a setting, by a name that need not exist yet. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Database } from '../../app/registry/index.ts';
import { getCollectionStats } from '../../protocol/collections.ts';
import { Button, TextField } from '../../ui/index.ts';

/** Refuses a collection that has a rule, and suggests the others. */
export function AddCollection(props: {
  readonly database: Database;
  readonly configured: readonly string[];
  readonly onAdd: (collection: string) => void;
}) {
  const { database, configured, onAdd } = props;
  const stats = useQuery({
    queryKey: [...database.key, 'collections', 'stats'],
    queryFn: ({ signal }) => getCollectionStats(database.client, { signal }),
  });
  const isConfigured = (collection: string) =>
    configured.some((each) => each.toLowerCase() === collection.toLowerCase());
  const names = (stats.data?.collections ?? [])
    .map((each) => each.name)
    .filter((each) => !each.startsWith('@') && !isConfigured(each));
  return (
    <AddByName
      suggestions={names}
      problem={(name) => (isConfigured(name) ? `${name} already has a rule.` : undefined)}
      onAdd={onAdd}
    />
  );
}

export function AddByName(props: {
  readonly suggestions?: readonly string[];
  /** Why a name cannot be added. */
  readonly problem?: (name: string) => string | undefined;
  readonly onAdd: (name: string) => void;
}) {
  const { suggestions, problem, onAdd } = props;
  const list = useId();
  const [name, setName] = useState('');
  const wanted = name.trim();
  const refused = problem?.(wanted);
  const isBlocked = wanted === '' || refused !== undefined;
  const add = () => {
    if (isBlocked) return;
    onAdd(wanted);
    setName('');
  };
  return (
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // Enter adds the name; otherwise it would submit the form.
        event.preventDefault();
        add();
      }}
    >
      <TextField
        label="Add collection by name"
        value={name}
        onChange={setName}
        {...(suggestions === undefined ? {} : { list })}
        {...(refused === undefined ? {} : { error: refused })}
        after={
          <Button disabled={isBlocked} onClick={add}>
            Add
          </Button>
        }
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </div>
  );
}
