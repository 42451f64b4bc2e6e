import { X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useStore } from 'zustand';
import { ConnectionDot } from '../../features/connections/connection-dot.tsx';
import { classNames } from '../../ui/index.ts';
import { screenById } from '../screens.ts';
import { useConnectionView } from '../shell/shell-context.ts';
import { requestClose, workspaceStore } from './workspace-store.ts';
import type { Tab } from './saved-workspace.ts';
import styles from './work-area.module.css';

/** Icon, title, where it is aimed when the tabs are aimed at different targets, unsaved mark, close. */
export function TabHeader({ tabId }: { readonly tabId: string }): ReactNode {
  const tab = useStore(workspaceStore, (state) => state.tabs.find((each) => each.id === tabId));
  if (!tab) return null;
  return <Header tab={tab} />;
}

function Header({ tab }: { readonly tab: Tab }): ReactNode {
  const screen = screenById(tab.screen);
  const dirty = useStore(workspaceStore, (state) => state.dirty.has(tab.id));
  const active = useStore(workspaceStore, (state) => state.activeTab === tab.id);
  const ambiguous = useStore(workspaceStore, (state) => aimedElsewhere(state.tabs, tab));
  const connection = useConnectionView(tab.connectionId)?.connection;
  if (!screen) return null;
  const Icon = screen.icon;
  const title = screen.title(tab.params);
  const aim = screen.scope === 'app' ? null : ambiguous ? (tab.database ?? connection?.name ?? null) : null;

  function close(event: MouseEvent): void {
    event.stopPropagation();
    requestClose([tab.id]);
  }

  return (
    <div
      className={classNames(styles.header, active && styles.headerActive)}
      title={[title, tab.database, connection?.name].filter(Boolean).join(' · ')}
      onAuxClick={(event) => {
        if (event.button === 1) close(event);
      }}
    >
      {screen.scope !== 'app' && ambiguous && connection ? (
        <ConnectionDot colour={connection.colour} />
      ) : (
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      )}
      <span className={styles.headerTitle}>{title}</span>
      {aim !== null && aim !== title && <span className={styles.headerAim}>{aim}</span>}
      {dirty && (
        <span className={styles.dirty} title="Unsaved changes">
          <span className={styles.hidden}>unsaved</span>
        </span>
      )}
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Close ${title}`}
        className={styles.close}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={close}
      >
        <X size={13} aria-hidden="true" />
      </button>
    </div>
  );
}

function aimedElsewhere(tabs: readonly Tab[], tab: Tab): boolean {
  return tabs.some(
    (other) =>
      screenById(other.screen)?.scope !== 'app' &&
      (other.connectionId !== tab.connectionId ||
        (other.database !== null && tab.database !== null && other.database !== tab.database)),
  );
}
