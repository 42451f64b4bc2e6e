/** Two recordings next to each other: metrics by database with their ratio, and findings of one of them only. */
import { ArrowLeft, ArrowLeftRight, Download } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { RecordingComparison } from '../../../contract/index.ts';
import {
  Button,
  CopyButton,
  ErrorView,
  fileName,
  saveFile,
  SkeletonRows,
  SortedGrid,
  Toolbar,
  ToolbarSpace,
  type ValueColumn,
} from '../../../ui/index.ts';
import { durationText, utcText } from '../times.ts';
import {
  comparisonCsv,
  comparisonRows,
  comparisonText,
  placeText,
  ratioText,
  swapped,
  valueText,
  verdictTexts,
  type ComparisonRow,
} from './comparison-rows.ts';
import styles from './comparison.module.css';
import { sourceName, useComparison, type ComparedSource } from './use-comparison.ts';

const exact = (value: number | null): string | undefined => (value === null ? undefined : String(value));

const columns: readonly ValueColumn<ComparisonRow>[] = [
  {
    id: 'database',
    title: 'Database',
    width: 180,
    value: ({ database }) => database,
    render: ({ database }) => placeText(database),
  },
  {
    id: 'metric',
    title: 'Metric',
    width: 240,
    least: 180,
    value: ({ name }) => name,
    render: ({ name }) => name,
  },
  {
    id: 'a',
    title: 'A',
    width: 120,
    align: 'end',
    value: ({ a }) => a,
    render: ({ a, unit }) => <span title={exact(a)}>{valueText(a, unit)}</span>,
  },
  {
    id: 'b',
    title: 'B',
    width: 120,
    align: 'end',
    value: ({ b }) => b,
    render: ({ b, unit }) => <span title={exact(b)}>{valueText(b, unit)}</span>,
  },
  {
    id: 'ratio',
    title: 'B / A',
    width: 90,
    align: 'end',
    value: ({ ratio }) => ratio,
    render: ({ ratio }) => <span title={exact(ratio)}>{ratioText(ratio)}</span>,
  },
  {
    id: 'change',
    title: 'Change',
    width: 150,
    value: ({ size }) => (size < 0 ? null : size),
    render: ({ verdict }) => (
      <span className={styles.change} data-change={verdict}>
        {verdictTexts[verdict]}
      </span>
    ),
  },
];

export function ComparisonView(props: {
  readonly a: ComparedSource;
  readonly b: string;
  readonly onBack: () => void;
}): ReactNode {
  const { a, b, onBack } = props;
  const [swap, setSwap] = useState(false);
  const read = useComparison(a, b);
  const comparison = useMemo(
    () => (read.data === undefined || !swap ? read.data : swapped(read.data)),
    [read.data, swap],
  );
  const rows = useMemo(() => (comparison ? comparisonRows(comparison) : []), [comparison]);
  const given = [sourceName(a), b] as const;
  const names = swap ? ([given[1], given[0]] as const) : given;
  return (
    <>
      <Toolbar label="Comparison">
        <Button variant="ghost" icon={ArrowLeft} onClick={onBack}>
          Back
        </Button>
        <b className={styles.title}>Comparison of two recordings</b>
        <ToolbarSpace />
        {comparison && (
          <>
            <Button variant="ghost" icon={ArrowLeftRight} onClick={() => setSwap(!swap)}>
              Swap sides
            </Button>
            <CopyButton label="Copy as text" text={() => comparisonText(comparison, names)} />
            <Button
              icon={Download}
              onClick={() => saveFile(fileName('comparison', null, 'csv'), 'text/csv', comparisonCsv(rows))}
            >
              Save as CSV
            </Button>
          </>
        )}
      </Toolbar>
      {read.isError && (
        <ErrorView
          error={read.error}
          doing={`Comparing ${given[0]} with ${given[1]}`}
          onRetry={() => void read.refetch()}
        />
      )}
      {read.isPending && <SkeletonRows label={`Comparing ${given[0]} with ${given[1]}`} />}
      {comparison && (
        <>
          <div className={styles.sides}>
            <Side letter="A" name={names[0]} side={comparison.a} only={comparison.onlyInA} />
            <Side letter="B" name={names[1]} side={comparison.b} only={comparison.onlyInB} />
          </div>
          <div className={styles.grid}>
            <SortedGrid
              label="Metrics of both recordings"
              columns={columns}
              rowCount={rows.length}
              row={(index) => rows[index]}
              empty={<p className={styles.none}>Neither recording has rows for these metrics.</p>}
            />
          </div>
        </>
      )}
    </>
  );
}

function Side(props: {
  readonly letter: 'A' | 'B';
  readonly name: string;
  readonly side: RecordingComparison['a'];
  readonly only: readonly string[];
}): ReactNode {
  const { letter, name, side, only } = props;
  const facts = [
    ['Server', [side.server, side.version].filter((part) => part !== '').join(' · ') || '–'],
    ['Started', utcText(side.started)],
    ['Length', durationText(side.seconds * 1e6)],
  ] as const;
  return (
    <section className={styles.side} aria-label={`Recording ${letter}`}>
      <h2>
        {letter} <span title={name}>{name}</span>
      </h2>
      <dl>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Findings only in {letter}</dt>
          <dd>{only.length === 0 ? 'None' : <Rules letter={letter} rules={only} />}</dd>
        </div>
      </dl>
    </section>
  );
}

function Rules({ letter, rules }: { readonly letter: string; readonly rules: readonly string[] }): ReactNode {
  return (
    <ul className={styles.rules} aria-label={`Findings only in ${letter}`}>
      {rules.map((rule) => (
        <li key={rule}>
          <code>{rule}</code>
        </li>
      ))}
    </ul>
  );
}
