import { X } from 'lucide-react';
import { useEffect, type MouseEvent, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { ConnectionDot } from '../../features/connections/connection-dot.tsx';
import { classNames } from '../../ui/index.ts';
import { screenById } from '../screens.ts';
import { useConnectionView } from '../shell/shell-context.ts';
import { requestClose, workspaceStore } from './workspace-store.ts';
import type { Tab } from './saved-workspace.ts';
import styles from './work-area.module.css';

/** Icon, title, target (when the tabs have different targets), unsaved mark and close button. */
export function TabHeader(props: {
  readonly tabId: string;
  readonly onName: (name: string) => void;
}): ReactNode {
  const { tabId, onName } = props;
  const tab = useStore(workspaceStore, (state) => state.tabs.find((each) => each.id === tabId));
  if (!tab) return null;
  return <Header tab={tab} onName={onName} />;
}

function Header({ tab, onName }: { readonly tab: Tab; readonly onName: (name: string) => void }): ReactNode {
  const screen = screenById(tab.screen);
  const dirty = useStore(workspaceStore, (state) => state.dirty.has(tab.id));
  const active = useStore(workspaceStore, (state) => state.activeTab === tab.id);
  const ambiguous = useStore(workspaceStore, (state) => hasOtherTarget(state.tabs, tab));
  const connection = useConnectionView(tab.connectionId)?.connection;
  const title = screen?.title(tab.params) ?? tab.screen;
  const aimed = screen !== undefined && screen.scope !== 'app' && ambiguous;
  const aim = aimed ? (tab.database ?? connection?.name ?? null) : null;
  // The docking library uses this as the accessible name of the tab, so it must match the visible text.
  const name = [title, aim !== title ? aim : null, dirty ? 'unsaved' : null].filter(Boolean).join(' ');
  useEffect(() => onName(name), [onName, name]);
  if (!screen) return null;
  const Icon = screen.icon;

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
      {aimed && connection ? (
        <ConnectionDot colour={connection.colour} />
      ) : (
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      )}
      <span className={styles.headerTitle}>{title}</span>{' '}
      {aim !== null && aim !== title && <span className={styles.headerAim}>{aim}</span>}
      {dirty && <span className={styles.dirty} title="Unsaved changes" />}
      {/* For the pointer only: a tab must not hold a second control. The keyboard closes with Alt+W. */}
      <span
        aria-hidden="true"
        title="Close (Alt+W)"
        className={styles.close}
        data-close-tab={tab.id}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={close}
      >
        <X size={13} />
      </span>
    </div>
  );
}

function hasOtherTarget(tabs: readonly Tab[], tab: Tab): boolean {
  return tabs.some(
    (other) =>
      screenById(other.screen)?.scope !== 'app' &&
      (other.connectionId !== tab.connectionId ||
        (other.database !== null && tab.database !== null && other.database !== tab.database)),
  );
}
