/** Name, type and first values of each column. */
import { useMemo, type ReactNode } from 'react';
import { Checkbox, Select, TextField } from '../../../../ui/index.ts';
import { columnTypeNames, columnTypes, type ColumnType } from '../map/cell-value.ts';
import { columnProblems, type Column } from '../map/columns.ts';
import { firstItems, type FileStart } from '../map/preview.ts';
import type { CsvSettings } from '../map/settings.ts';
import { splitCells, type Cell } from '../read/csv-cells.ts';
import view from './files.module.css';

const SAMPLES = 3;

interface ColumnTableProps {
  readonly start: FileStart;
  readonly csv: CsvSettings;
  readonly onColumns: (columns: readonly Column[]) => void;
}

export function ColumnTable({ start, csv, onColumns }: ColumnTableProps): ReactNode {
  const { columns, delimiter, hasHeader } = csv;
  const problems = columnProblems(columns);
  const samples = useMemo(() => sampleRows(start, { delimiter, hasHeader }), [start, delimiter, hasHeader]);

  function change(index: number, part: Partial<Column>): void {
    onColumns(columns.map((column, each) => (each === index ? { ...column, ...part } : column)));
  }

  return (
    <div className={view.columns}>
      <table aria-label="Columns">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Property</th>
            <th scope="col">Type</th>
            <th scope="col">First values</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, index) => {
            const name = column.header === '' ? `Column ${index + 1}` : column.header;
            return (
              <tr key={index} data-excluded={!column.included || undefined}>
                <th scope="row">
                  <Checkbox
                    label={name}
                    checked={column.included}
                    onChange={(included) => change(index, { included })}
                  />
                </th>
                <td>
                  <TextField
                    label={`Property of ${name}`}
                    hideLabel
                    mono
                    value={column.path}
                    disabled={!column.included}
                    error={problems.get(index)}
                    onChange={(path) => change(index, { path })}
                  />
                </td>
                <td>
                  <Select<ColumnType>
                    label={`Type of ${name}`}
                    hideLabel
                    value={column.type}
                    disabled={!column.included}
                    onChange={(type) => change(index, { type })}
                    options={columnTypes.map((value) => ({ value, label: columnTypeNames[value] }))}
                  />
                </td>
                <td className={view.samples}>{samples.map((row) => row[index]?.text ?? '').join(' · ')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function sampleRows(
  start: FileStart,
  { delimiter, hasHeader }: Pick<CsvSettings, 'delimiter' | 'hasHeader'>,
): readonly (readonly Cell[])[] {
  const items = firstItems(start, { format: 'csv', isArray: false, csv: { delimiter } });
  const first = hasHeader ? 1 : 0;
  return items
    .slice(first, first + SAMPLES)
    .map((item) => (item.kind === 'item' ? splitCells(item.text.slice(0, 2000), delimiter) : []));
}
