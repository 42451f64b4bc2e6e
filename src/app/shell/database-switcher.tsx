import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Database, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { requestCreateDatabase } from '../../features/dashboard/create-request.ts';
import { databasesQuery, displayNameOf, useDisplayNames } from '../registry/index.ts';
import { Button, formatCompact, readError } from '../../ui/index.ts';
import { screenById } from '../screens.ts';
import { currentTarget, setDatabase } from '../session/make-session.ts';
import { currentDatabase, openTab, workspaceStore } from '../workspace/workspace-store.ts';
import { PickPopover } from './pick-popover.tsx';
import { useShellPort } from './shell-context.ts';
import styles from './shell.module.css';

export function DatabaseSwitcher(): ReactNode {
  const port = useShellPort();
  const queryClient = useQueryClient();
  const connectionId = useStore(workspaceStore, (state) => state.connectionId);
  const database = useStore(workspaceStore, currentDatabase);
  const list = useQuery(databasesQuery(port, connectionId));
  const names = useDisplayNames();
  const displayName = database === null ? undefined : displayNameOf(names, connectionId, database);
  const gone = database !== null && list.data?.every((each) => each.name !== database);
  return (
    <PickPopover
      label={
        database === null
          ? 'Select a database'
          : `Database: ${database}${displayName === undefined ? '' : `, shown as ${displayName}`}${gone === true ? ' not found' : ''}`
      }
      chosen={
        <>
          <Database size={14} aria-hidden="true" className={styles.pickerIcon} />
          <span
            className={styles.pickerText}
            data-quiet={database === null || gone}
            title={database ?? undefined}
          >
            {displayName ?? database ?? 'Select a database'}
          </span>
          {gone === true && (
            <>
              {' '}
              <span className={styles.gone}>not found</span>
            </>
          )}
        </>
      }
      placeholder="Find a database"
      onOpen={() => void queryClient.invalidateQueries({ queryKey: [connectionId, '@databases'] })}
      items={(list.data ?? []).map((each) => {
        const shown = displayNameOf(names, connectionId, each.name);
        const note = [
          shown === undefined ? null : each.name,
          each.documents === null ? null : `${formatCompact(each.documents)} docs`,
        ].filter((part) => part !== null);
        return {
          id: each.name,
          label: shown ?? each.name,
          ...(shown === undefined ? {} : { keywords: each.name }),
          icon: <Database />,
          current: each.name === database,
          ...(note.length === 0 ? {} : { note: note.join(' · ') }),
          run: () => setDatabase(connectionId, each.name),
        };
      })}
      nothing={
        list.isError
          ? readError(list.error).message
          : list.isPending
            ? 'Loading databases…'
            : 'No databases yet'
      }
      footer={(close) => (
        <div className={styles.pickerFooter}>
          <Button
            variant="ghost"
            icon={Plus}
            onClick={() => {
              close();
              const dashboard = screenById('dashboard');
              if (dashboard) openTab(dashboard, currentTarget());
              requestCreateDatabase(connectionId);
            }}
          >
            Create database
          </Button>
        </div>
      )}
    />
  );
}
