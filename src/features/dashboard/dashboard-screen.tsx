import { useQuery } from '@tanstack/react-query';
import { PlugZap, Plus, RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import {
  databasesQuery,
  displayNameOf,
  setDisplayName,
  useDisplayNames,
  useConnection,
  useSession,
  useServerWriteRefusal,
  type ScreenProps,
} from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import type { DatabaseInfo } from '../../protocol/databases.ts';
import {
  Button,
  ErrorView,
  IconButton,
  SplitPane,
  TextField,
  Toolbar,
  ToolbarSpace,
  useIsNarrow,
} from '../../ui/index.ts';
import { ConnectionHead } from './connection-head.tsx';
import { CreateDatabaseDialog } from './create-database-dialog.tsx';
import { createRequests, clearCreateRequest } from './create-request.ts';
import { DatabaseDetails } from './database-details.tsx';
import { DatabaseTable } from './database-table.tsx';
import { DeleteDatabaseDialog } from './delete-database-dialog.tsx';
import { FillSampleDialog } from './fill-sample-dialog.tsx';
import { FirstDatabase } from './first-database.tsx';
import { useFillSampleData } from './use-fill-sample-data.ts';
import styles from './dashboard.module.css';

type Open =
  | { readonly kind: 'create'; readonly name: string; readonly withSample: boolean }
  | { readonly kind: 'delete'; readonly database: DatabaseInfo }
  | { readonly kind: 'fill'; readonly database: string }
  | null;

export default function DashboardScreen({ connectionId }: ScreenProps): ReactNode {
  const session = useSession();
  const connection = useConnection(connectionId);
  const list = useQuery(databasesQuery(session.port, connectionId));
  const fill = useFillSampleData(connectionId);
  const request = useStore(createRequests, ({ pending }) => pending);
  const [open, setOpen] = useState<Open>(null);
  const [filter, setFilter] = useState('');
  const [screen, narrow] = useIsNarrow<HTMLDivElement>(720);

  const name = connection?.name ?? connectionId;
  const refusal = useServerWriteRefusal(connectionId);
  const databases = list.data ?? [];
  const names = useDisplayNames();
  const shown = databases.filter((each) =>
    [each.name, displayNameOf(names, connectionId, each.name) ?? ''].some((text) =>
      text.toLowerCase().includes(filter.trim().toLowerCase()),
    ),
  );
  const current = databases.find((each) => each.name === session.database) ?? null;
  const creating: Open =
    open ??
    (request?.connectionId === connectionId && refusal === undefined
      ? { kind: 'create', name: request.name, withSample: false }
      : null);

  function close(): void {
    setOpen(null);
    clearCreateRequest();
  }

  function body(): ReactNode {
    if (list.isError && list.data === undefined)
      return (
        <ErrorView
          error={list.error}
          doing={`Loading databases of ${name}`}
          onRetry={() => void list.refetch()}
        />
      );
    if (list.isSuccess && databases.length === 0)
      return (
        <FirstDatabase
          builtIn={capabilitiesOf(connectionId).builtIn}
          connectionName={name}
          writeRefusal={refusal}
          onCreate={(withSample) => setOpen({ kind: 'create', name: withSample ? 'Shop' : '', withSample })}
        />
      );
    return (
      <SplitPane
        // Side by side in a wide tab, stacked in a narrow one.
        key={narrow ? 'narrow' : 'wide'}
        direction={narrow ? 'column' : 'row'}
        initial={narrow ? 0.4 : 0.64}
        min={narrow ? 120 : 320}
        storageKey={narrow ? 'dashboard-narrow' : 'dashboard'}
        label="Resize databases and details"
        first={
          <DatabaseTable
            connectionId={connectionId}
            databases={list.isPending ? null : shown}
            filtered={filter.trim() !== ''}
            selected={session.database}
            onSelect={(database) => session.setDatabase(database.name)}
            onOpen={(database) => session.openScreen('documents', { connectionId, database: database.name })}
            onDelete={(database) => {
              if (refusal === undefined) setOpen({ kind: 'delete', database });
              else session.notify({ kind: 'info', message: refusal });
            }}
          />
        }
        second={
          <DatabaseDetails
            connectionId={connectionId}
            database={current}
            loading={list.isPending}
            onFill={(database) => setOpen({ kind: 'fill', database: database.name })}
            onDelete={(database) => setOpen({ kind: 'delete', database })}
          />
        }
      />
    );
  }

  return (
    <div className={styles.screen} ref={screen}>
      <ConnectionHead connectionId={connectionId} connection={connection} databases={list.data ?? null} />
      {(list.isPending || databases.length > 0) && (
        <Toolbar label="Databases">
          <TextField
            label="Find a database"
            hideLabel
            type="search"
            placeholder="Find a database"
            value={filter}
            onChange={setFilter}
          />
          <ToolbarSpace />
          <IconButton
            label="Refresh"
            icon={RefreshCw}
            onClick={() => void list.refetch()}
            disabled={list.isFetching}
          />
          <Button icon={PlugZap} onClick={() => session.openScreen('applications')}>
            Connect an application
          </Button>
          <Button
            variant="primary"
            icon={Plus}
            disabledReason={refusal}
            onClick={() => setOpen({ kind: 'create', name: '', withSample: false })}
          >
            Create database
          </Button>
        </Toolbar>
      )}
      {list.isError && list.data !== undefined && (
        <div className={styles.stale}>
          <ErrorView
            error={list.error}
            doing="Refreshing databases"
            onRetry={() => void list.refetch()}
            compact
          />
        </div>
      )}
      <div className={styles.body}>{body()}</div>
      {creating?.kind === 'create' && (
        <CreateDatabaseDialog
          connectionId={connectionId}
          connectionName={name}
          existing={databases.map((each) => each.name)}
          initialName={creating.name}
          initialSample={creating.withSample}
          onClose={close}
          onCreated={(made, withSample) => {
            close();
            session.setDatabase(made);
            if (withSample) void fill(made);
            else session.notify({ kind: 'success', message: `${made} was created` });
          }}
        />
      )}
      {open?.kind === 'fill' && (
        <FillSampleDialog
          connectionId={connectionId}
          database={open.database}
          onClose={close}
          onFill={(plan, overwrite) => {
            close();
            void fill(open.database, { plan, overwrite });
          }}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteDatabaseDialog
          connectionId={connectionId}
          connectionName={name}
          database={open.database}
          onClose={close}
          onDeleted={(gone) => {
            setDisplayName(connectionId, gone, '');
            if (session.database === gone) session.setDatabase(null);
            session.notify({ kind: 'success', message: `${gone} was deleted.` });
          }}
        />
      )}
    </div>
  );
}
