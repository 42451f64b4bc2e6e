import { KeyRound, Lock, Plus, Settings2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { ConnectionView } from '../../contract/index.ts';
import { modeLabel, modes } from '../../features/connections/connection-colour.ts';
import { ConnectionDot } from '../../features/connections/connection-dot.tsx';
import { addServer } from '../../features/connections/overlay-store.ts';
import { Button, Tooltip } from '../../ui/index.ts';
import type { FilterItem } from '../commands/filter-list.tsx';
import { screenById } from '../screens.ts';
import { currentTarget, setConnection } from '../session/make-session.ts';
import { openTab, workspaceStore } from '../workspace/workspace-store.ts';
import { PickPopover } from './pick-popover.tsx';
import { useConnections, useConnectionView } from './shell-context.ts';
import styles from './shell.module.css';

export function ConnectionSwitcher(): ReactNode {
  const connectionId = useStore(workspaceStore, (state) => state.connectionId);
  const connections = useConnections() ?? [];
  const view = useConnectionView(connectionId);
  const name = view?.connection.name ?? connectionId;
  return (
    <>
      <PickPopover
        label={`Connection: ${name}`}
        chosen={
          <>
            {view && <ConnectionDot colour={view.connection.colour} />}
            <span className={styles.pickerText}>{name}</span>
            <StateMark view={view} />
          </>
        }
        placeholder="Find a connection"
        items={connections.map((each) => toItem(each, each.connection.id === connectionId))}
        nothing="No connections"
        footer={(close) => (
          <div className={styles.pickerFooter}>
            <Button
              variant="ghost"
              icon={Plus}
              onClick={() => {
                close();
                addServer();
              }}
            >
              Add server
            </Button>
            <Button
              variant="ghost"
              icon={Settings2}
              onClick={() => {
                close();
                const screen = screenById('connections');
                if (screen) openTab(screen, currentTarget());
              }}
            >
              Manage
            </Button>
          </div>
        )}
      />
      {view && view.connection.mode !== 'full' && (
        <Tooltip content={modes.find((mode) => mode.value === view.connection.mode)?.hint ?? ''}>
          <span className={styles.mode} tabIndex={0}>
            <Lock size={12} aria-hidden="true" />
            {modeLabel(view.connection.mode)}
          </span>
        </Tooltip>
      )}
    </>
  );
}

function StateMark({ view }: { readonly view: ConnectionView | undefined }): ReactNode {
  if (view?.problem !== undefined)
    return <TriangleAlert size={13} className={styles.problemMark} aria-label={view.problem} />;
  if (view?.needsPassword)
    return (
      <KeyRound size={13} className={styles.problemMark} aria-label="The certificate needs a password" />
    );
  return null;
}

function toItem(view: ConnectionView, current: boolean): FilterItem {
  const { connection } = view;
  return {
    id: connection.id,
    label: connection.name,
    icon: <ConnectionDot colour={connection.colour} />,
    note: connection.kind === 'server' ? connection.url : 'Works offline',
    keywords: connection.kind === 'server' ? connection.url : 'offline local engine',
    end: <StateMark view={view} />,
    current,
    run: () => setConnection(connection.id),
  };
}
