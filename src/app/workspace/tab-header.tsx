import { X } from 'lucide-react';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { ConnectionDot } from '../../features/connections/connection-dot.tsx';
import { shownName, useDisplayNames } from '../registry/index.ts';
import { classNames } from '../../ui/index.ts';
import { scopeOf, screenById } from '../screens.ts';
import { useConnectionView } from '../shell/shell-context.ts';
import { hasSeveralTargets, targetName } from './tab-set.ts';
import { isInStrip, requestClose, workspaceStore } from './workspace-store.ts';
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
  const ambiguous = useStore(workspaceStore, (state) => hasSeveralTargets(state.tabs, scopeOf));
  const hidden = useStore(workspaceStore, (state) => !isInStrip(state, tab.id, scopeOf));
  const root = useRef<HTMLDivElement>(null);
  const connection = useConnectionView(tab.connectionId)?.connection;
  const title = screen?.title(tab.params) ?? tab.screen;
  const aimed = screen !== undefined && screen.scope !== 'app' && ambiguous;
  const names = useDisplayNames();
  const shown = tab.database === null ? null : shownName(names, tab.connectionId, tab.database);
  const aim = aimed && connection ? targetName(connection.name, shown) : null;
  // The docking library uses this as the accessible name of the tab, so it must match the visible text.
  const name = [title, aim, dirty ? 'unsaved' : null].filter(Boolean).join(' ');
  useEffect(() => onName(name), [onName, name]);
  // The tab element belongs to the docking library, which has no hidden tabs.
  useEffect(() => {
    root.current?.closest('.dv-tab')?.toggleAttribute('data-other-database', hidden);
  }, [hidden]);
  if (!screen) return null;
  const Icon = screen.icon;

  function close(event: MouseEvent): void {
    event.stopPropagation();
    requestClose([tab.id]);
  }

  return (
    <div
      ref={root}
      className={classNames(styles.header, active && styles.headerActive)}
      title={[title, shown !== tab.database && shown, connection && targetName(connection.name, tab.database)]
        .filter(Boolean)
        .join(' · ')}
      onAuxClick={(event) => {
        if (event.button === 1) close(event);
      }}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {aimed && connection && <ConnectionDot colour={connection.colour} />}
      <span className={styles.headerTitle}>{title}</span>{' '}
      {aim !== null && (
        <span className={styles.headerAim}>
          <span>{aim}</span>
        </span>
      )}
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
