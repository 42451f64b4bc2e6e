/** Above the table: title, id filter and actions. */
import {
  Columns3,
  Download,
  Ellipsis,
  ListChecks,
  MapPin,
  Search,
  FilePlus2,
  FileSearch,
  Pencil,
  Trash2,
  X,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  Badge,
  Button,
  formatCount,
  IconButton,
  Menu,
  type MenuItem,
  TextField,
  Toolbar,
  ToolbarSpace,
} from '../../../ui/index.ts';
import type { FeedState } from '../document-feed.ts';
import styles from '../documents.module.css';

/** Debounces the filter while typing. */
const PAUSE_MS = 300;

export interface DocumentsToolbarProps {
  readonly title: string;
  readonly count: number | undefined;
  readonly countIsFinal: boolean;
  readonly feed: FeedState;
  readonly prefix: string;
  readonly selected: number;
  /** Why the connection refuses changes. */
  readonly writeRefusal: string | undefined;
  /** Why the selected documents cannot be patched. */
  readonly patchRefusal: string | undefined;
  readonly onPrefix: (prefix: string) => void;
  readonly onNew: () => void;
  readonly onGo: () => void;
  readonly onExport: (what: 'all' | 'loaded' | 'selected') => void;
  readonly onDelete: () => void;
  readonly onPatch: () => void;
  /** More actions of the selection. */
  readonly selectionItems: readonly MenuItem[];
  readonly onSelectByQuery: () => void;
  readonly onClearSelection: () => void;
  readonly onColumns: () => void;
  /** Opens the whole source of the table in another screen. */
  readonly onQuery: (as: 'table' | 'map' | 'patch') => void;
  /** Undefined where the table does not show one whole collection. */
  readonly onEmpty: (() => void) | undefined;
}

export function DocumentsToolbar(props: DocumentsToolbarProps) {
  return (
    <Toolbar label="Documents">
      <h2 className={styles.title} title={props.title}>
        {props.title}
      </h2>
      <span className={styles.count}>
        {props.count === undefined
          ? '…'
          : `${formatCount(props.count)}${props.countIsFinal ? '' : ' or more'}`}
      </span>
      <span className={styles.feed} data-feed={props.feed} title={FEED_TEXT[props.feed]}>
        {props.feed === 'live' ? 'live' : 'polling'}
      </span>
      <ToolbarSpace />
      {props.selected > 0 && (
        <>
          <Badge tone="info">{formatCount(props.selected)} selected</Badge>
          <IconButton label="Clear selection" icon={<X />} onClick={props.onClearSelection} />
          <Button icon={<Pencil />} disabledReason={props.patchRefusal} onClick={props.onPatch}>
            Patch {formatCount(props.selected)}…
          </Button>
          <Button
            variant="danger"
            icon={<Trash2 />}
            disabledReason={props.writeRefusal}
            onClick={props.onDelete}
          >
            Delete {formatCount(props.selected)}
          </Button>
          <Menu
            align="end"
            trigger={<IconButton label="More actions of the selection" icon={<ListChecks />} />}
            items={props.selectionItems}
          />
        </>
      )}
      <PrefixField prefix={props.prefix} onPrefix={props.onPrefix} />
      <IconButton label="Go to document by id" shortcut="Ctrl+G" icon={<FileSearch />} onClick={props.onGo} />
      <IconButton label="Choose columns" icon={<Columns3 />} onClick={props.onColumns} />
      <Menu
        align="end"
        trigger={
          <Button variant="secondary" icon={<Download />}>
            Export
          </Button>
        }
        items={[
          { id: 'all', label: `All of ${props.title}…`, onSelect: () => props.onExport('all') },
          { id: 'loaded', label: 'Loaded rows…', onSelect: () => props.onExport('loaded') },
          ...(props.selected > 0
            ? [{ id: 'selected', label: 'Selected rows…', onSelect: () => props.onExport('selected') }]
            : []),
        ]}
      />
      <Menu
        align="end"
        trigger={<IconButton label="Collection actions" icon={<Ellipsis />} />}
        items={[
          {
            id: 'select',
            label: 'Select by query…',
            icon: <ListChecks />,
            onSelect: props.onSelectByQuery,
          },
          { id: 'query', label: 'Query…', icon: <Search />, onSelect: () => props.onQuery('table') },
          { id: 'map', label: 'Show on a map…', icon: <MapPin />, onSelect: () => props.onQuery('map') },
          {
            id: 'patch',
            label: 'Patch or delete by query…',
            icon: <Pencil />,
            disabled: props.writeRefusal !== undefined,
            ...(props.writeRefusal === undefined ? {} : { hint: props.writeRefusal }),
            onSelect: () => props.onQuery('patch'),
          },
          ...emptyItems(props),
        ]}
      />
      <Button
        variant="primary"
        icon={<FilePlus2 />}
        disabledReason={props.writeRefusal}
        onClick={props.onNew}
      >
        New document
      </Button>
    </Toolbar>
  );
}

function emptyItems({ onEmpty, writeRefusal, count }: DocumentsToolbarProps): readonly MenuItem[] {
  if (onEmpty === undefined) return [];
  const hint = writeRefusal ?? (count === 0 ? 'It has no documents' : undefined);
  return [
    {
      id: 'empty',
      label: 'Empty collection…',
      icon: <Trash2 />,
      danger: true,
      separated: true,
      disabled: hint !== undefined,
      ...(hint === undefined ? {} : { hint }),
      onSelect: onEmpty,
    },
  ];
}

const FEED_TEXT: Readonly<Record<FeedState, string>> = {
  live: 'Live: changes on the server appear immediately',
  connecting: 'Connecting to the change feed',
  off: 'Change feed unavailable: counts refresh every 5 seconds',
};

function PrefixField({ prefix, onPrefix }: Pick<DocumentsToolbarProps, 'prefix' | 'onPrefix'>) {
  const [typed, setTyped] = useState(prefix);
  // Applies an external change, but never while typed text is pending.
  const [shown, setShown] = useState(prefix);
  if (shown !== prefix) {
    setShown(prefix);
    if (typed.trim() !== prefix) setTyped(prefix);
  }
  useEffect(() => {
    if (typed.trim() === prefix) return;
    const timer = setTimeout(() => onPrefix(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, prefix, onPrefix]);
  return (
    <div className={styles.prefix}>
      <TextField
        label="Id starts with"
        hideLabel
        placeholder="Id starts with…"
        value={typed}
        onChange={setTyped}
      />
    </div>
  );
}
