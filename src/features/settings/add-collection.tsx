/** Adds a collection to a setting, by a name that need not exist yet. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Database } from '../../app/registry/index.ts';
import { getCollectionStats } from '../../protocol/collections.ts';
import { Button, TextField } from '../../ui/index.ts';

export function AddCollection(props: {
  readonly database: Database;
  readonly configured: readonly string[];
  readonly onAdd: (collection: string) => void;
}) {
  const { database, configured, onAdd } = props;
  const list = useId();
  const [name, setName] = useState('');
  const stats = useQuery({
    queryKey: [...database.key, 'collections', 'stats'],
    queryFn: ({ signal }) => getCollectionStats(database.client, { signal }),
  });
  const isConfigured = (collection: string) =>
    configured.some((each) => each.toLowerCase() === collection.toLowerCase());
  const names = (stats.data?.collections ?? [])
    .map((each) => each.name)
    .filter((each) => !each.startsWith('@') && !isConfigured(each));
  const wanted = name.trim();
  const blocked = wanted === '' || isConfigured(wanted);
  const add = () => {
    if (blocked) return;
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
        list={list}
        {...(isConfigured(wanted) ? { error: `${wanted} already has a rule.` } : {})}
        after={
          <Button disabled={blocked} onClick={add}>
            Add
          </Button>
        }
      />
      <datalist id={list}>
        {names.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </div>
  );
}
