/** What `include` loaded: documents, counters, revisions and time series, with their JSON. */
import { Copy, ExternalLink, FileJson2, Link2, SquareSplitHorizontal } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import { formatJson, member, parseJsonText } from '../../../protocol/json-text.ts';
import type { QueryAnswer } from '../../../protocol/queries.ts';
import { CodeEditor } from '../../../ui/editor/index.ts';
import {
  Button,
  CopyButton,
  DataGrid,
  EmptyState,
  fileName,
  formatCount,
  type GridColumn,
  type GridSort,
  IdLink,
  type MenuItem,
  nextSort,
  pluralNoun,
  saveFile,
  SplitPane,
  Toolbar,
  ToolbarSpace,
} from '../../../ui/index.ts';
import { INCLUDE_MEMBERS, includedItems, nodeAt, type IncludedItem } from './included-items.ts';
import styles from '../query.module.css';
import { sortedBy } from './sort-rows.ts';

interface IncludesPaneProps {
  readonly answer: QueryAnswer;
  readonly database: string;
  readonly onOpenDocument: (id: string, split?: boolean) => void;
}

export function IncludesPane({ answer, database, onOpenDocument }: IncludesPaneProps) {
  const session = useSession();
  const included = useMemo(() => includedItems(answer), [answer]);
  const mixed = included.some(({ kind }) => kind !== 'document');
  const [sort, setSort] = useState<GridSort | null>(null);
  const [chosen, setChosen] = useState<string>();
  const order = useMemo(
    () =>
      sortedBy(
        included,
        sort && ((item) => (sort.column === 'id' ? item.id : sort.column === 'kind' ? item.kind : item.what)),
        sort?.descending ?? false,
      ),
    [included, sort],
  );
  const at = (place: number): IncludedItem | undefined => included[order[place] ?? -1];
  const selected = Math.max(
    0,
    order.findIndex((index) => included[index]?.key === chosen),
  );
  const shown = at(selected);
  const text = useMemo(() => (shown ? includedJson(answer.raw, shown) : ''), [answer.raw, shown]);

  const columns = useMemo(
    (): readonly GridColumn<IncludedItem>[] => [
      ...(mixed
        ? [{ id: 'kind', title: 'Kind', width: 96, sortable: true, render: ({ kind }: IncludedItem) => kind }]
        : []),
      {
        id: 'id',
        title: 'Id',
        width: 220,
        mono: true,
        sortable: true,
        render: ({ id }) => <IdLink id={id} onOpen={onOpenDocument} />,
      },
      {
        id: 'what',
        title: mixed ? 'Collection, name or time' : 'Collection',
        width: mixed ? 220 : 140,
        sortable: true,
        render: ({ what }) => what,
      },
    ],
    [onOpenDocument, mixed],
  );
  const copy = (copied: string, doing: string): void => {
    navigator.clipboard.writeText(copied).catch((thrown: unknown) => session.reportError(thrown, doing));
  };
  const menu = (place: number): readonly MenuItem[] => {
    const item = at(place);
    if (item === undefined) return [];
    const { id } = item;
    return [
      { id: 'open', label: 'Open', icon: <ExternalLink />, onSelect: () => onOpenDocument(id) },
      {
        id: 'split',
        label: 'Open in split',
        icon: <SquareSplitHorizontal />,
        onSelect: () => onOpenDocument(id, true),
      },
      { id: 'copy-id', label: 'Copy id', icon: <Copy />, onSelect: () => copy(id, 'Copying the id') },
      {
        id: 'copy-json',
        label: 'Copy as JSON',
        icon: <Copy />,
        onSelect: () => copy(includedJson(answer.raw, item), 'Copying the included item'),
      },
    ];
  };

  if (included.length === 0)
    return (
      <EmptyState
        icon={<Link2 />}
        title="Nothing included"
        text="Add a line like include Company to load the documents that results refer to."
      />
    );
  return (
    <div className={styles.column}>
      <Toolbar label="Included documents">
        <span className={styles.quiet}>
          {formatCount(included.length)} included {pluralNoun(included.length, mixed ? 'item' : 'document')}
        </span>
        <ToolbarSpace />
        <CopyButton label="Copy JSON" text={() => allJson(answer.raw)} />
        <Button
          variant="ghost"
          icon={<FileJson2 />}
          onClick={() =>
            saveFile(fileName('includes', database, 'json'), 'application/json', allJson(answer.raw))
          }
        >
          Export JSON
        </Button>
      </Toolbar>
      <div className={styles.fill}>
        <SplitPane
          direction="row"
          initial={0.4}
          min={180}
          storageKey="query.includes"
          label="Resize the list of included documents"
          side={{ which: 'second', name: 'document', below: 600 }}
          first={
            <DataGrid
              label="Included documents"
              columns={columns}
              rowCount={included.length}
              row={at}
              selected={selected}
              onSelect={(place) => setChosen(at(place)?.key)}
              onOpen={(place) => {
                const id = at(place)?.id;
                if (id !== undefined) onOpenDocument(id);
              }}
              sort={sort}
              onSort={(column) => setSort(nextSort(sort, column))}
              rowMenu={menu}
            />
          }
          second={
            <CodeEditor
              label={`Included ${shown?.kind ?? 'document'} ${shown?.id ?? ''}`}
              language="json"
              value={text}
              readOnly
              wordWrap
            />
          }
        />
      </div>
    </div>
  );
}

/** With the numbers exactly as the server sent them. */
function includedJson(raw: string, { path }: IncludedItem): string {
  const node = nodeAt(parseJsonText(raw), path);
  return node ? formatJson(raw, node, 2) : '';
}

/** Every member of the answer that holds included items. */
function allJson(raw: string): string {
  const root = parseJsonText(raw);
  const parts = INCLUDE_MEMBERS.flatMap((name) => {
    const found = member(root, name);
    return found ? [`${JSON.stringify(name)}: ${formatJson(raw, found.value, 2)}`] : [];
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}
