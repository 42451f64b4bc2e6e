/** The documents loaded by `include`: id, collection and JSON. */
import { Copy, ExternalLink, FileJson2, Link2, SquareSplitHorizontal } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import { formatJson, member, parseJsonText } from '../../../protocol/json-text.ts';
import { isJsonObject, type QueryAnswer } from '../../../protocol/queries.ts';
import { CodeEditor } from '../../../ui/editor/index.ts';
import {
  Button,
  CopyButton,
  DataGrid,
  EmptyState,
  fileName,
  formatCount,
  IdLink,
  pluralNoun,
  saveFile,
  SplitPane,
  Toolbar,
  ToolbarSpace,
  type GridColumn,
  type GridSort,
  type MenuItem,
} from '../../../ui/index.ts';
import styles from '../query.module.css';
import { nextSort, sortedBy } from './sort-rows.ts';

interface IncludesPaneProps {
  readonly answer: QueryAnswer;
  readonly database: string;
  readonly onOpenDocument: (id: string, split?: boolean) => void;
}

interface Included {
  readonly id: string;
  readonly collection: string;
}

/** Missing documents are left out, or null. */
export function includedDocuments({ includes }: QueryAnswer): readonly Included[] {
  return Object.entries(includes).flatMap(([id, document]): Included[] => {
    if (!isJsonObject(document)) return [];
    const metadata = document['@metadata'];
    const collection = isJsonObject(metadata) ? metadata['@collection'] : undefined;
    return [{ id, collection: typeof collection === 'string' ? collection : '' }];
  });
}

export function IncludesPane({ answer, database, onOpenDocument }: IncludesPaneProps) {
  const session = useSession();
  const documents = useMemo(() => includedDocuments(answer), [answer]);
  const [sort, setSort] = useState<GridSort | null>(null);
  const [chosen, setChosen] = useState<string>();
  const order = useMemo(
    () =>
      sortedBy(
        documents,
        sort && (({ id, collection }) => (sort.column === 'id' ? id : collection)),
        sort?.descending ?? false,
      ),
    [documents, sort],
  );
  const at = (place: number): Included | undefined => documents[order[place] ?? -1];
  const selected = Math.max(
    0,
    order.findIndex((index) => documents[index]?.id === chosen),
  );
  const shown = at(selected);
  const text = useMemo(() => (shown ? includedJson(answer.raw, shown.id) : ''), [answer.raw, shown]);

  const columns = useMemo(
    (): readonly GridColumn<Included>[] => [
      {
        id: 'id',
        title: 'Id',
        width: 220,
        mono: true,
        sortable: true,
        render: ({ id }) => <IdLink id={id} onOpen={onOpenDocument} />,
      },
      {
        id: 'collection',
        title: 'Collection',
        width: 140,
        sortable: true,
        render: ({ collection }) => collection,
      },
    ],
    [onOpenDocument],
  );
  const copy = (copied: string, doing: string): void => {
    navigator.clipboard.writeText(copied).catch((thrown: unknown) => session.reportError(thrown, doing));
  };
  const menu = (place: number): readonly MenuItem[] => {
    const id = at(place)?.id;
    if (id === undefined) return [];
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
        label: 'Copy document as JSON',
        icon: <Copy />,
        onSelect: () => copy(includedJson(answer.raw, id), 'Copying the document'),
      },
    ];
  };

  if (documents.length === 0)
    return (
      <EmptyState
        icon={<Link2 />}
        title="No included documents"
        text="Add a line like include Company to load the documents that results refer to."
      />
    );
  return (
    <div className={styles.column}>
      <Toolbar label="Included documents">
        <span className={styles.quiet}>
          {formatCount(documents.length)} included {pluralNoun(documents.length, 'document')}
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
          first={
            <DataGrid
              label="Included documents"
              columns={columns}
              rowCount={documents.length}
              row={at}
              selected={selected}
              onSelect={(place) => setChosen(at(place)?.id)}
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
              label={`Included document ${shown?.id ?? ''}`}
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
function includedJson(raw: string, id: string): string {
  const node = member(member(parseJsonText(raw), 'Includes')?.value, id)?.value;
  return node ? formatJson(raw, node, 2) : '';
}

function allJson(raw: string): string {
  const includes = member(parseJsonText(raw), 'Includes');
  return includes ? `${formatJson(raw, includes.value, 2)}\n` : '{}\n';
}
