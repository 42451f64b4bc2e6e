/** An open debug package: its files, those that the server could not collect, and the text of any of them. */
import { FileText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTabState } from '../../app/registry/index.ts';
import type { DebugPackage, PackageFile, PackageNode } from '../../protocol/debug-package/package-archive.ts';
import {
  Badge,
  Banner,
  CopyButton,
  SortedGrid,
  EmptyState,
  formatBytes,
  formatDateTime,
  pluralize,
  SplitPane,
  TextField,
  Toolbar,
  ToolbarSpace,
  type ValueColumn,
} from '../../ui/index.ts';
import styles from './debug-package.module.css';
import { FileView } from './file-view.tsx';
import { ScreenLinks } from './screen-links.tsx';
import { OpenPackageButton } from './open-package-button.tsx';

const columns: readonly ValueColumn<PackageFile>[] = [
  {
    id: 'name',
    title: 'File',
    width: 420,
    least: 240,
    mono: true,
    value: ({ name }) => name,
    render: ({ name }) => name,
  },
  {
    id: 'size',
    title: 'Size',
    width: 100,
    align: 'end',
    value: ({ size }) => size,
    render: ({ size }) => formatBytes(size),
  },
  {
    id: 'state',
    title: 'State',
    width: 140,
    value: ({ isError }) => (isError ? 0 : 1),
    render: ({ isError }) =>
      isError ? (
        <Badge tone="warning" title="The server could not collect it; the file holds its error.">
          Not collected
        </Badge>
      ) : (
        ''
      ),
  },
];

const readState = (saved: unknown): { readonly filter: string } => {
  const filter = typeof saved === 'object' && saved !== null && 'filter' in saved ? saved.filter : '';
  return { filter: typeof filter === 'string' ? filter : '' };
};

export function PackagePane(props: {
  readonly tabId: string;
  readonly node: PackageNode;
  readonly pack: DebugPackage;
}) {
  const { tabId, node, pack } = props;
  const [state, change] = useTabState(tabId, readState);
  const [selectedName, setSelectedName] = useState<string | null>(null);
  const rows = useMemo(() => {
    const wanted = state.filter.trim().toLowerCase();
    return node.files.filter(({ name }) => name.toLowerCase().includes(wanted));
  }, [node, state.filter]);
  const place = rows.findIndex(({ name }) => name === selectedName);
  const selected = rows[place];
  const failed = node.files.filter(({ isError }) => isError).length;
  return (
    <div className={styles.screen}>
      <Toolbar label="Debug package">
        <div className={styles.filter}>
          <TextField
            label="Filter files"
            hideLabel
            placeholder="Filter by name…"
            value={state.filter}
            onChange={(filter) => change({ filter })}
          />
        </div>
        <span className={styles.counts}>
          {pluralize(rows.length, 'file')}, {pluralize(node.databases.length, 'database')}
          {failed > 0 ? `, ${failed} not collected` : ''}
        </span>
        <ToolbarSpace />
        <CopyButton
          label="Copy file list"
          text={() => rows.map(({ name, size }) => `${size}\t${name}`).join('\n')}
        />
        <OpenPackageButton />
      </Toolbar>
      <Banner tone="info">
        {node.tag === null ? 'This node' : `Node ${node.tag}`} as it was
        {Number.isNaN(node.takenAt) ? '' : ` at ${formatDateTime(node.takenAt)}`}. Nothing here is live, and
        nothing can be changed.
      </Banner>
      {pack.problems.map((problem) => (
        <Banner key={problem} tone="warning">
          {problem}
        </Banner>
      ))}
      <ScreenLinks node={node} />
      <div className={styles.fill}>
        <SplitPane
          direction="row"
          initial={0.5}
          storageKey="debug-package.files"
          side={{ which: 'second', name: 'file', below: 760 }}
          first={
            <SortedGrid
              label="Files of the package"
              columns={columns}
              rowCount={rows.length}
              row={(index) => rows[index]}
              selected={place < 0 ? null : place}
              onSelect={(index) => setSelectedName(rows[index]?.name ?? null)}
              empty={
                <EmptyState
                  icon={FileText}
                  title="No file matches"
                  text="No name of a file contains this text."
                />
              }
            />
          }
          second={selected ? <FileView key={selected.name} node={node} file={selected} /> : null}
        />
      </div>
    </div>
  );
}
