/** Where a new database stores its files. The settings of Rookery and RavenDB differ. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ServerClient } from '../../protocol/client.ts';
import { getServerVersion, isRookery } from '../../protocol/server.ts';
import { NumberField, TextField } from '../../ui/index.ts';
import type { StorageChoice } from './storage-choice.ts';
import styles from './dashboard.module.css';

export function StorageSettings({
  server,
  value,
  problem,
  onChange,
}: {
  readonly server: ServerClient;
  readonly value: StorageChoice;
  readonly problem: string | null;
  readonly onChange: (value: StorageChoice) => void;
}): ReactNode {
  const version = useQuery({
    queryKey: [server.connection, '@version'],
    queryFn: ({ signal }) => getServerVersion(server, { signal }),
  });
  return (
    <details className={styles.storage}>
      <summary>Storage</summary>
      {version.isPending && <p>Reading the version of the server…</p>}
      {version.isError && (
        <p>
          The server does not report its version, so its storage settings are unknown. It uses its defaults.
        </p>
      )}
      {version.data && isRookery(version.data) && (
        <>
          <TextField
            label="Journal folder"
            value={value.journalFolder}
            onChange={(journalFolder) => onChange({ ...value, journalFolder })}
            error={problem}
            hint="Absolute path on the server, below its data folder or an allowed journal folder. Cannot be changed later."
          />
          <NumberField
            label="Journal file size (KB)"
            value={value.journalKilobytes}
            onChange={(journalKilobytes) => onChange({ ...value, journalKilobytes })}
            min={64}
            max={1_048_576}
            hint="Empty: the default. Small files are flushed and synced often."
          />
        </>
      )}
      {version.data && !isRookery(version.data) && (
        <>
          <TextField
            label="Data folder"
            value={value.dataFolder}
            onChange={(dataFolder) => onChange({ ...value, dataFolder })}
            error={problem}
            hint="Absolute path on the server. Empty: below the folder of all databases. Cannot be changed later."
          />
          <p className={styles.storageNote}>
            RavenDB has no database setting for the journal folder and size: journals are in the data folder.
          </p>
        </>
      )}
    </details>
  );
}
