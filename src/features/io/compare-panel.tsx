import { useState, type ReactNode } from 'react';
import type { ViewWindow } from '../../charts/timeline/index.ts';
import {
  Button,
  CopyButton,
  EmptyState,
  formatBytes,
  formatCount,
  formatMs,
  NumberField,
  Select,
} from '../../ui/index.ts';
import { GitCompareArrows } from 'lucide-react';
import {
  changeText,
  compareRecordings,
  shiftToAlign,
  type ComparedRow,
} from './analysis/compare-recordings.ts';
import type { IoModel } from './io-model.ts';
import { markdownRow } from './statistics-table.tsx';
import { useSliced } from './use-sliced.ts';
import { TableHead } from './table-head.tsx';
import styles from './io.module.css';

const headings = ['Environment', 'Kind', 'Events', 'Bytes', 'p50', 'p95', 'p99', 'Longest'];

/** Compares two open recordings with aligned clocks. */
export function ComparePanel(props: { model: IoModel; range: ViewWindow; rangeKey: string }): ReactNode {
  const { model, range, rangeKey } = props;
  const { sources } = model.recording;
  const [chosen, setChosen] = useState<{ a?: number; b?: number }>({});
  const a = sources.find(({ id }) => id === chosen.a) ?? sources[0];
  const b =
    sources.find(({ id }) => id === chosen.b && id !== a?.id) ?? sources.find(({ id }) => id !== a?.id);
  const { value, busy } = useSliced(`compare|${rangeKey}|${a?.id}|${b?.id}`, function* make() {
    return a && b ? yield* compareRecordings(model.recording, a, b, range) : [];
  });
  if (!a || !b)
    return (
      <EmptyState
        icon={<GitCompareArrows />}
        title="Open a second recording"
        text="Open a file, or add a live source under “Sources”, to compare two recordings."
      />
    );
  const options = sources.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <div className={styles.analysis} aria-busy={busy}>
      <div className={styles.findForm}>
        <Select
          label="This"
          value={String(a.id)}
          options={options}
          onChange={(id) => setChosen({ a: Number(id), b: b.id })}
        />
        <Select
          label="Against"
          value={String(b.id)}
          options={options.filter(({ value: id }) => id !== String(a.id))}
          onChange={(id) => setChosen({ a: a.id, b: Number(id) })}
        />
        <NumberField
          label={`Shift ${b.name} by (ms)`}
          step={0.001}
          value={Math.round(b.shift * 1000) / 1000}
          onChange={(ms) => model.shift(b.id, ms ?? 0)}
        />
        <Button onClick={() => model.shift(b.id, shiftToAlign(model.recording, a.id, b.id) + a.shift)}>
          Align starts
        </Button>
        <Button variant="ghost" disabled={b.shift === 0} onClick={() => model.shift(b.id, 0)}>
          Original clocks
        </Button>
        <CopyButton label="Copy as Markdown" text={() => compareMarkdown(a.name, b.name, value ?? [])} />
      </div>
      <table className={styles.table}>
        <caption className={styles.caption}>
          {a.name} → {b.name} in the range
        </caption>
        <TableHead
          headings={headings}
          classOf={(heading) => (heading === 'Kind' ? styles.textHeading : undefined)}
        />
        <tbody>
          {(value ?? []).map((row) => (
            <tr key={`${row.name}${row.kind.type}`}>
              <th scope="row">{row.name}</th>
              <th scope="row">
                <span className={styles.swatch} style={{ background: `var(${row.kind.token})` }} />
                {row.kind.label}
              </th>
              {cellsOf(row).map(({ heading, from, to, change }) => (
                <td key={heading} title={`${a.name}: ${from}, ${b.name}: ${to}`}>
                  {from} → {to} <span className={styles.change}>{change}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {value?.length === 0 && (
        <p className={styles.small}>Neither recording has events in this range. Check the clock alignment.</p>
      )}
    </div>
  );
}

function cellsOf({
  a,
  b,
}: ComparedRow): readonly { heading: string; from: string; to: string; change: string }[] {
  const figure = (
    heading: string,
    pick: (row: NonNullable<ComparedRow['a']>) => number,
    format: (n: number) => string,
  ) => {
    const [from, to] = [a ? pick(a) : 0, b ? pick(b) : 0];
    return { heading, from: format(from), to: format(to), change: changeText(from, to) };
  };
  return [
    figure('Events', (row) => row.count, formatCount),
    figure('Bytes', (row) => row.bytes, formatBytes),
    figure('p50', (row) => row.p50, formatMs),
    figure('p95', (row) => row.p95, formatMs),
    figure('p99', (row) => row.p99, formatMs),
    figure('Longest', (row) => row.max, formatMs),
  ];
}

function compareMarkdown(a: string, b: string, rows: readonly ComparedRow[]): string {
  return [
    `${a} → ${b}`,
    '',
    markdownRow(headings),
    markdownRow(headings.map((_, index) => (index < 2 ? '---' : '--:'))),
    ...rows.map((row) =>
      markdownRow([
        row.name,
        row.kind.label,
        ...cellsOf(row).map(({ from, to, change }) => `${from} → ${to} (${change})`),
      ]),
    ),
  ].join('\n');
}
