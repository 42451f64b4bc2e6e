/** Facets: ranges and terms with counts, bars and aggregations. */
import { useMemo, useState } from 'react';
import type { JsonObject } from '../../../protocol/queries.ts';
import {
  DataGrid,
  formatCount,
  type GridColumn,
  type GridSort,
  nextSort,
  pluralize,
} from '../../../ui/index.ts';
import { aggregationNames, facetRows, facetValue, type FacetRow } from './facet-rows.ts';
import styles from '../query.module.css';
import { sortedBy } from './sort-rows.ts';

const exact = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

interface FacetsTableProps {
  readonly facets: readonly JsonObject[];
  /** Called with the index of the facet that the row belongs to. */
  readonly onSelect: (facet: number) => void;
}

export function FacetsTable({ facets, onSelect }: FacetsTableProps) {
  const [sort, setSort] = useState<GridSort | null>(null);
  const rows = useMemo(() => facetRows(facets), [facets]);
  const order = useMemo(
    () => sortedBy(rows, sort && ((row) => facetValue(row, sort.column)), sort?.descending ?? false),
    [rows, sort],
  );
  const columns = useMemo((): readonly GridColumn<FacetRow>[] => {
    const several = new Set(rows.map(({ facet }) => facet)).size > 1;
    const all: readonly GridColumn<FacetRow>[] = [
      ...(several ? [{ id: 'facet', title: 'Facet', width: 160, mono: true, render: facetName }] : []),
      { id: 'range', title: 'Range or term', width: 280, mono: true, render: rangeText },
      { id: 'count', title: 'Count', width: 96, align: 'end', render: (row) => formatCount(row.count) },
      { id: 'share', title: 'Share', width: 180, render: (row) => <Bar share={row.share} /> },
      ...aggregationNames(rows).map((name): GridColumn<FacetRow> => ({
        id: name,
        title: name,
        width: 150,
        align: 'end',
        mono: true,
        render: (row) => {
          const value = row.aggregations.find((each) => each.name === name)?.value;
          return value === undefined ? '' : exact.format(value);
        },
      })),
    ];
    return all.map((column) => ({ ...column, sortable: true }));
  }, [rows]);
  const rowAt = (place: number): FacetRow | undefined => rows[order[place] ?? -1];
  return (
    <DataGrid
      label="Facets"
      columns={columns}
      rowCount={rows.length}
      row={rowAt}
      onSelect={(place) => onSelect(facets.findIndex((each) => each.Name === rowAt(place)?.facet))}
      sort={sort}
      onSort={(column) => setSort(nextSort(sort, column))}
      empty="The query is valid, but no documents match."
    />
  );
}

function facetName({ facet }: FacetRow) {
  return facet;
}

function rangeText({ range, remainingTerms }: FacetRow) {
  return range ?? <span className={styles.quiet}>{pluralize(remainingTerms, 'more term')}</span>;
}

/** The number is in the column of counts. */
function Bar({ share }: { readonly share: number }) {
  return (
    <span className={styles.bar} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
