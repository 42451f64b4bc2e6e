/** The name that the studio shows for the database: kept on this computer, because the protocol renames no database. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  databasesQuery,
  displayNameError,
  displayNameOf,
  setDisplayName,
  useDisplayNames,
  useSession,
  type Database,
} from '../../app/registry/index.ts';
import { Button, TextField } from '../../ui/index.ts';
import styles from './settings.module.css';

export function DisplayNameField({ database }: { readonly database: Database }) {
  const [connectionId, name] = database.key;
  const session = useSession();
  const names = useDisplayNames();
  const databases = useQuery(databasesQuery(session.port, connectionId)).data ?? [];
  const stored = displayNameOf(names, connectionId, name) ?? '';
  const [typed, setTyped] = useState<string>();
  const value = typed ?? stored;
  const error = displayNameError(
    names,
    connectionId,
    name,
    value,
    databases.map((each) => each.name),
  );
  const changed = value.trim() !== stored;

  const save = () => {
    setDisplayName(connectionId, name, value);
    setTyped(undefined);
    session.notify({
      kind: 'success',
      message:
        value.trim() === '' ? `Removed the display name of ${name}.` : `${name} is shown as ${value.trim()}.`,
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (changed && error === null) save();
      }}
    >
      <div className={styles.fields}>
        <TextField
          label="Display name"
          value={value}
          placeholder={name}
          error={error}
          hint={`Shown instead of ${name} in this studio. Clients and the server keep using ${name}.`}
          onChange={setTyped}
        />
      </div>
      {changed && (
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" disabled={error !== null}>
            Save display name
          </Button>
          <Button variant="ghost" onClick={() => setTyped(undefined)}>
            Revert
          </Button>
        </div>
      )}
    </form>
  );
}
