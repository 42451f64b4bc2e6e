/** Suggested terms by field; a term opens the query of its documents. */
import { useMemo } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import type { JsonObject } from '../../../protocol/queries.ts';
import { SortedGrid, formatCount, IdLink, type ValueColumn } from '../../../ui/index.ts';
import styles from '../query.module.css';
import { suggestionQuery, suggestionRows, type SuggestionRow } from './suggestion-rows.ts';

interface SuggestionsTableProps {
  readonly results: readonly JsonObject[];
  readonly query: string;
  readonly database: string;
  /** Called with the index of the result that the row belongs to. */
  readonly onSelect: (result: number) => void;
}

export function SuggestionsTable({ results, query, database, onSelect }: SuggestionsTableProps) {
  const session = useSession();
  const rows = useMemo(() => suggestionRows(results), [results]);
  const open = ({ field, term }: SuggestionRow, split: boolean): void => {
    const next = term === null ? null : suggestionQuery(query, field, term);
    if (next !== null) session.openScreen('query', { params: { query: next }, database, split });
  };
  const columns: readonly ValueColumn<SuggestionRow>[] = [
    { id: 'place', title: '#', width: 72, align: 'end', render: (_row, at) => formatCount(at + 1) },
    {
      id: 'field',
      title: 'Field',
      width: 200,
      mono: true,
      value: ({ field }) => field,
      render: ({ field }) => field,
    },
    {
      id: 'term',
      title: 'Suggested term',
      width: 420,
      mono: true,
      value: ({ term }) => term,
      render: (row) =>
        row.term === null ? (
          <span className={styles.quiet}>No similar term</span>
        ) : (
          <IdLink id={row.term} onOpen={(_term, split) => open(row, split)} />
        ),
    },
  ];
  return (
    <SortedGrid
      label="Suggestions"
      columns={columns}
      rowCount={rows.length}
      row={(at) => rows[at]}
      onSelect={(at) => {
        const row = rows[at];
        if (row) onSelect(row.result);
      }}
      onOpen={(at) => {
        const row = rows[at];
        if (row) open(row, false);
      }}
    />
  );
}
