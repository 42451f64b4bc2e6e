/** The pages of one group with their partial results, and the entries with their documents. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ReduceTree } from '../../../protocol/reduce-trees.ts';
import { DataGrid, formatCount, IdLink, type GridColumn } from '../../../ui/index.ts';
import styles from '../indexes.module.css';
import { groupKey, groupRows, missingPart, valueText, type GroupRow } from './group-rows.ts';
import groupStyles from './groups.module.css';

export function GroupTree(props: {
  readonly tree: ReduceTree;
  readonly onOpen: (id: string, split: boolean) => void;
}): ReactNode {
  const { tree, onOpen } = props;
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const rows = groupRows(tree, folded);
  const missing = missingPart(tree);
  const fold = (page: number): void => {
    const next = new Set(folded);
    if (!next.delete(page)) next.add(page);
    setFolded(next);
  };
  return (
    <div className={groupStyles.tree}>
      <p className={styles.note}>
        {groupKey(tree)}: pages with their partial results, then the entries that were reduced.
        {missing !== '' && ` ${missing}`}
      </p>
      <DataGrid
        label="Pages and entries of the group"
        columns={columns(folded, fold, onOpen)}
        rowCount={rows.length}
        row={(place) => rows[place]}
        onOpen={(place) => {
          const row = rows[place];
          if (row?.kind === 'page') fold(row.page.PageNumber);
          else if (typeof row?.entry.Source === 'string') onOpen(row.entry.Source, false);
        }}
      />
    </div>
  );
}

function columns(
  folded: ReadonlySet<number>,
  onFold: (page: number) => void,
  onOpen: (id: string, split: boolean) => void,
): readonly GridColumn<GroupRow>[] {
  return [
    {
      id: 'place',
      title: 'Page or document',
      width: 240,
      render: (row) => {
        const style = { paddingInlineStart: row.depth * 14 };
        if (row.kind === 'entry')
          return (
            <span style={style}>
              {typeof row.entry.Source === 'string' ? (
                <IdLink id={row.entry.Source} onOpen={onOpen} />
              ) : (
                <span className={styles.quiet} title="The documents that were read do not include it">
                  –
                </span>
              )}
            </span>
          );
        const { PageNumber: page } = row.page;
        const Chevron = folded.has(page) ? ChevronRight : ChevronDown;
        return (
          <button
            type="button"
            tabIndex={-1}
            className={styles.group}
            style={style}
            aria-expanded={!folded.has(page)}
            onClick={() => onFold(page)}
          >
            <Chevron size={14} aria-hidden="true" />
            Page {page} <span className={styles.quiet}>{formatCount(row.entries)}</span>
          </button>
        );
      },
    },
    {
      id: 'value',
      title: 'Partial result or entry',
      width: 520,
      mono: true,
      render: (row) => {
        const text = valueText(row.kind === 'page' ? row.page.AggregationResult : row.entry.Data);
        return <span title={text}>{text}</span>;
      },
    },
  ];
}
