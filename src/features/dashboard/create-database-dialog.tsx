import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { createDatabase, databaseNameProblem } from '../../protocol/databases.ts';
import { Button, Checkbox, Dialog, ErrorView, TextField, useSubmit } from '../../ui/index.ts';
import { defaultStorage, storageProblem, storageSettings } from './storage-choice.ts';
import { StorageSettings } from './storage-settings.tsx';

/**
 * Creates a database, optionally with sample data. The name is validated while typing; the server validates it
 * again.
 */
export function CreateDatabaseDialog(props: {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly existing: readonly string[];
  readonly initialName?: string;
  readonly initialSample?: boolean;
  readonly onClose: () => void;
  readonly onCreated: (name: string, withSample: boolean) => void;
}): ReactNode {
  const { connectionId, connectionName, existing, onClose, onCreated } = props;
  const session = useSession();
  const queryClient = useQueryClient();
  const server = new ServerClient(session.port, connectionId);
  const [name, setName] = useState(props.initialName ?? '');
  const [withSample, setWithSample] = useState(props.initialSample ?? false);
  const [storage, setStorage] = useState(defaultStorage);
  const [tried, setTried] = useState(false);
  const { busy, failure, run, clearFailure } = useSubmit();

  const taken = existing.some((each) => each.toLowerCase() === name.toLowerCase());
  const problem =
    databaseNameProblem(name) ?? (taken ? `${connectionName} already has a database with this name.` : null);

  async function create(): Promise<void> {
    setTried(true);
    if (problem !== null || storageProblem(storage) !== null) return;
    await run(async () => {
      const made = await createDatabase(server, name, { settings: storageSettings(storage) });
      await queryClient.invalidateQueries({ queryKey: [connectionId, '@databases'] });
      onCreated(made, withSample);
    });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Create database"
      description={`On ${connectionName}`}
      width="narrow"
      onSubmit={() => void create()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? 'Creating…' : 'Create database'}
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={(text) => {
          setName(text);
          clearFailure();
        }}
        error={tried || name !== '' ? problem : null}
        hint="Letters, digits, “-”, “_” and “.”; up to 128 characters."
        autoFocus
      />
      <Checkbox
        label="Add sample data"
        hint="A small shop: companies, employees, products and orders. Under 1 MB."
        checked={withSample}
        onChange={setWithSample}
      />
      <StorageSettings
        server={server}
        value={storage}
        problem={storageProblem(storage)}
        onChange={(next) => {
          setStorage(next);
          clearFailure();
        }}
      />
      {failure !== null && <ErrorView error={failure} doing={`Creating ${name}`} compact />}
    </Dialog>
  );
}
