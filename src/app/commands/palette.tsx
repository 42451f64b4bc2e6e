import { Dialog } from '@base-ui/react/dialog';
import { Link } from 'lucide-react';
import { useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { KeyHint, readError } from '../../ui/index.ts';
import { isAppLink, readAppLink, type ConnectionView } from '../../contract/index.ts';
import { incomingLink } from '../links/incoming-links.ts';
import { useDisplayNames, useSession } from '../registry/index.ts';
import { useConnections } from '../shell/shell-context.ts';
import { workspaceStore } from '../workspace/workspace-store.ts';
import { commandRegistry } from './command-registry.ts';
import { FilterList, type FilterItem } from './filter-list.tsx';
import { databaseItems, documentItems, pastQueries, tabItems } from './find-items.tsx';
import { shortcutsOf } from './listen-for-shortcuts.ts';
import { openOverlay } from './overlay-store.ts';
import { runCommand } from './run-command.ts';
import { useDocumentsByPrefix, useNames } from './use-find.ts';
import styles from './palette.module.css';

/** Before a text: searches commands only. */
const COMMANDS_ONLY = '>';
const NO_CONNECTIONS: readonly ConnectionView[] = [];

/** Finds commands, open tabs, and the contents of the current database. */
export function Palette(): ReactNode {
  const { port, connectionId, database } = useSession();
  const [typed, setTyped] = useState('');
  const commands = useCommandItems();
  const connections = useConnections() ?? NO_CONNECTIONS;
  const workspace = useStore(
    workspaceStore,
    useShallow(({ tabs, recent, activeTab }) => ({ tabs, recent, activeTab })),
  );
  const target = useMemo(() => ({ connectionId, database }), [connectionId, database]);
  const names = useNames(port, target);
  const displayNames = useDisplayNames();
  const onlyCommands = typed.startsWith(COMMANDS_ONLY);
  const documents = useDocumentsByPrefix(port, target, onlyCommands || isAppLink(typed) ? '' : typed);
  const linkItems = linkItemsOf(typed);
  const items = onlyCommands
    ? commands
    : [
        ...commands,
        ...tabItems(workspace, connections, displayNames),
        ...databaseItems(port, target, {
          ...names,
          pastQueries: pastQueries(workspaceStore.getState(), target),
        }),
      ].sort((a, b) => groupRank(a.group) - groupRank(b.group));
  const close = (): void => openOverlay(null);
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup} aria-label="Find anything">
          <FilterList
            label="Find anything"
            placeholder="Find documents by id, collections, indexes, tabs, commands (>)…"
            items={items}
            searched={onlyCommands ? typed.slice(COMMANDS_ONLY.length) : typed}
            onTyped={setTyped}
            more={[...linkItems, ...documentItems(port, target, documents.ids)]}
            status={
              documents.error !== null
                ? `Documents were not searched: ${readError(documents.error).message}`
                : documents.searching
                  ? 'Searching documents…'
                  : undefined
            }
            nothing="No commands available"
            onDone={close}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A pasted `rookery://` link. */
function linkItemsOf(typed: string): FilterItem[] {
  const text = typed.trim();
  if (!isAppLink(text)) return [];
  const reading = readAppLink(text);
  const refused = 'problem' in reading;
  return [
    {
      id: 'link',
      label: refused ? `This link cannot be opened: ${reading.problem}` : `Open ${reading.link.screen}`,
      ...(refused
        ? {}
        : {
            note: [reading.link.server, reading.link.database]
              .filter((part) => part !== undefined)
              .join(' / '),
          }),
      icon: <Link />,
      disabled: refused,
      run: () => incomingLink.setState({ text }),
    },
  ];
}

function useCommandItems(): FilterItem[] {
  useSyncExternalStore(commandRegistry.subscribe, commandRegistry.snapshot);
  const activeTab = useStore(workspaceStore, (state) => state.activeTab);
  return commandRegistry
    .available(activeTab)
    .map((command): FilterItem => {
      const shortcut = shortcutsOf(command)[0];
      return {
        id: command.id,
        label: command.title,
        keywords: command.keywords,
        group: command.group,
        run: () => runCommand(command),
        ...(shortcut === undefined ? {} : { end: <KeyHint keys={shortcut} /> }),
      };
    })
    .sort((a, b) => groupRank(a.group) - groupRank(b.group));
}

/** Order of groups: commands of the active tab, what is open and stored, navigation, everything else. */
const lastGroups = [
  'Open tabs',
  'Go to',
  'Collections',
  'Indexes',
  'Databases',
  'Connections',
  'Settings',
  'Query history',
  'Tabs',
  'Appearance',
  'Rookery',
];

function groupRank(group: string | undefined): number {
  return group === undefined ? 0 : lastGroups.indexOf(group) + 1;
}
