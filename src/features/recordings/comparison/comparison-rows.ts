/** Two recordings as rows: the largest changes first. */
import type { RecordingComparison } from '../../../contract/index.ts';
import { csvText, formatBytes } from '../../../ui/index.ts';
import { durationText, utcText } from '../times.ts';

type Metric = RecordingComparison['metrics'][number];

export type Verdict =
  'much-higher' | 'higher' | 'same' | 'lower' | 'much-lower' | 'from-zero' | 'only-a' | 'only-b';

export interface ComparisonRow extends Metric {
  readonly key: string;
  readonly verdict: Verdict;
  /** For sorting: how far the ratio is from 1, the same in both directions. */
  readonly size: number;
}

/** Below it, two recordings of the same load differ as much. */
const SAME = 1.1;
const MUCH = 2;

export const verdictTexts: Readonly<Record<Verdict, string>> = {
  'much-higher': '▲▲ Much higher',
  higher: '▲ Higher',
  same: 'Similar',
  lower: '▼ Lower',
  'much-lower': '▼▼ Much lower',
  'from-zero': '▲ Was zero',
  'only-a': 'Only in A',
  'only-b': 'Only in B',
};

function verdictOf({ a, b, ratio }: Metric): Verdict {
  if (b === null) return 'only-a';
  if (a === null) return 'only-b';
  if (ratio === null) return b === 0 ? 'same' : 'from-zero';
  if (ratio >= MUCH) return 'much-higher';
  if (ratio > SAME) return 'higher';
  if (ratio <= 1 / MUCH) return 'much-lower';
  return ratio < 1 / SAME ? 'lower' : 'same';
}

function sizeOf(verdict: Verdict, ratio: number | null): number {
  // Without a second value there is nothing to compare: after the others.
  if (verdict === 'only-a' || verdict === 'only-b') return -1;
  if (verdict === 'same') return 0;
  if (verdict === 'from-zero' || ratio === 0) return Infinity;
  return ratio === null ? 0 : Math.abs(Math.log(ratio));
}

export function comparisonRows({ metrics }: RecordingComparison): readonly ComparisonRow[] {
  return metrics
    .map((metric) => {
      const verdict = verdictOf(metric);
      return {
        ...metric,
        key: `${metric.database}\n${metric.name}`,
        verdict,
        size: sizeOf(verdict, metric.ratio),
      };
    })
    .sort((one, other) => (one.size === other.size ? 0 : other.size - one.size));
}

/** The same comparison with the sides exchanged. */
export function swapped(comparison: RecordingComparison): RecordingComparison {
  const { a, b, metrics, onlyInA, onlyInB } = comparison;
  return {
    a: b,
    b: a,
    metrics: metrics.map((metric) => ({
      ...metric,
      a: metric.b,
      b: metric.a,
      ratio: metric.a === null || metric.b === null || metric.b === 0 ? null : metric.a / metric.b,
    })),
    onlyInA: onlyInB,
    onlyInB: onlyInA,
  };
}

const twoDecimals = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

export function valueText(value: number | null, unit: Metric['unit']): string {
  if (value === null) return '–';
  if (unit === 'microseconds') return durationText(value);
  if (unit === 'bytes') return formatBytes(value);
  return unit === 'percent' ? `${twoDecimals.format(value)} %` : `${twoDecimals.format(value)}/s`;
}

export const ratioText = (ratio: number | null): string =>
  ratio === null ? '–' : `${twoDecimals.format(ratio)}×`;

export const placeText = (database: string): string => (database === '' ? 'Server' : database);

const unitNames: Readonly<Record<Metric['unit'], string>> = {
  microseconds: 'µs',
  perSecond: '/s',
  percent: '%',
  bytes: 'B',
};

/** Exact values, for programs. */
export function comparisonCsv(rows: readonly ComparisonRow[]): string {
  return csvText(
    ['database', 'metric', 'unit', 'a', 'b', 'ratio', 'change'],
    rows.map(({ database, name, unit, a, b, ratio, verdict }) => [
      placeText(database),
      name,
      unitNames[unit],
      a,
      b,
      ratio,
      verdict,
    ]),
  );
}

export function comparisonText(comparison: RecordingComparison, names: readonly [string, string]): string {
  const side = (
    letter: string,
    name: string,
    { server, version, started, seconds }: RecordingComparison['a'],
  ) => `${letter}: ${name}, ${server} ${version}, ${utcText(started)}, ${durationText(seconds * 1e6)}`;
  const only = (letter: string, rules: readonly string[]) =>
    rules.length === 0 ? [] : [`Found in ${letter} only: ${rules.join(', ')}`];
  return [
    side('A', names[0], comparison.a),
    side('B', names[1], comparison.b),
    '',
    ['Database', 'Metric', 'A', 'B', 'Ratio', 'Change'].join('\t'),
    ...comparisonRows(comparison).map((row) =>
      [
        placeText(row.database),
        row.name,
        valueText(row.a, row.unit),
        valueText(row.b, row.unit),
        ratioText(row.ratio),
        verdictTexts[row.verdict],
      ].join('\t'),
    ),
    '',
    ...only('A', comparison.onlyInA),
    ...only('B', comparison.onlyInB),
  ]
    .join('\n')
    .trimEnd();
}
