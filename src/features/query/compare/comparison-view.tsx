/** A finished comparison: one sentence, times, results, and the plans operator by operator. */
import { CopyButton, formatCount, formatMs, pluralize } from '../../../ui/index.ts';
import { operatorText } from '../plan/plan-operators.ts';
import { fieldName } from '../plan/plan-parameters.ts';
import { formatRoundedMs } from '../plan/timing-rows.ts';
import styles from './compare.module.css';
import { comparisonMarkdown, summarySentence, type SideSummary } from './compare-summary.ts';
import type { FinishedComparison } from './comparisons.ts';
import type { MatchedNode } from './match-plans.ts';
import type { Series } from './run-statistics.ts';

export function ComparisonView({ comparison }: { readonly comparison: FinishedComparison }) {
  const { before, after, results, plan, repeats, query } = comparison;
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Comparison">
      <div className={styles.summary}>
        <p role="status">{summarySentence(comparison)}</p>
        <CopyButton label="Copy as Markdown" text={() => comparisonMarkdown(comparison, query)} />
      </div>
      <table className={styles.table}>
        <caption>
          {repeats.cold
            ? `Times of ${pluralize(repeats.count, 'cold run')}, each with a new text, and ${pluralize(repeats.count, 'warm run')} on each side`
            : `Times of ${pluralize(repeats.count, 'run')} on each side`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Side</th>
            <th scope="col" className={styles.name}>
              Index
            </th>
            <th scope="col" className={styles.text}>
              Engine
            </th>
            <th scope="col">Results</th>
            {repeats.cold && (
              <th scope="col" className={styles.text}>
                Runs
              </th>
            )}
            <th scope="col">First run</th>
            <th scope="col">Server p50</th>
            <th scope="col">Server p95</th>
            <th scope="col">Round trip p50</th>
            <th scope="col">Round trip p95</th>
          </tr>
        </thead>
        <tbody>
          <SideRows side={before} />
          <SideRows side={after} />
        </tbody>
      </table>
      <table className={styles.table}>
        <caption>Results</caption>
        <thead>
          <tr>
            <th scope="col">Same</th>
            <th scope="col">Other contents</th>
            <th scope="col">Only {before.label}</th>
            <th scope="col">Only {after.label}</th>
            <th scope="col">Order</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td className={styles.text}>{formatCount(results.same)}</td>
            <td>{formatCount(results.changed)}</td>
            <td>{formatCount(results.onlyBefore)}</td>
            <td>{formatCount(results.onlyAfter)}</td>
            <td>{results.sameOrder ? 'same' : 'different'}</td>
          </tr>
        </tbody>
      </table>
      {plan.length === 0 ? (
        <p className={styles.quiet}>
          The server sent no plan for either side. Plans need the Corax search engine or the sandbox.
        </p>
      ) : (
        <PlanComparison before={before.label} after={after.label} plan={plan} />
      )}
    </div>
  );
}

function SideRows({ side }: { readonly side: SideSummary }) {
  const { label, index, engine, total, cold, warm } = side;
  const rows = cold ? 2 : 1;
  return (
    <>
      <tr>
        <th scope="rowgroup" rowSpan={rows}>
          {label}
        </th>
        <td className={styles.name} rowSpan={rows}>
          {index === '' ? 'none' : index}
        </td>
        <td className={styles.text} rowSpan={rows}>
          {engine ?? 'none'}
        </td>
        <td rowSpan={rows}>{total === null ? 'not counted' : formatCount(total)}</td>
        {cold ? <SeriesCells runs="cold" series={cold} /> : <SeriesCells series={warm} />}
      </tr>
      {cold && (
        <tr>
          <SeriesCells runs="warm" series={warm} />
        </tr>
      )}
    </>
  );
}

function SeriesCells({ runs, series }: { readonly runs?: string; readonly series: Series }) {
  const { server, roundTrip } = series;
  return (
    <>
      {runs !== undefined && <td className={styles.text}>{runs}</td>}
      <td>{formatRoundedMs(server.first)}</td>
      <td>{optionalMs(server.p50, formatRoundedMs)}</td>
      <td>{optionalMs(server.p95, formatRoundedMs)}</td>
      <td>{optionalMs(roundTrip.p50)}</td>
      <td>{optionalMs(roundTrip.p95)}</td>
    </>
  );
}

interface PlanComparisonProps {
  readonly before: string;
  readonly after: string;
  readonly plan: readonly MatchedNode[];
}

function PlanComparison({ before, after, plan }: PlanComparisonProps) {
  return (
    <table className={styles.table}>
      <caption>Plan, operator by operator</caption>
      <thead>
        <tr>
          <th scope="col">Operator</th>
          <th scope="col" className={styles.text}>
            Difference
          </th>
          <th scope="col">Entries, {before}</th>
          <th scope="col">Entries, {after}</th>
          <th scope="col">Δ entries</th>
          <th scope="col">Δ own time</th>
        </tr>
      </thead>
      <tbody>
        {plan.map((row, index) => (
          <tr key={index} data-difference={row.difference}>
            <th scope="row" style={{ paddingLeft: 10 + row.depth * 18 }}>
              {operatorName(row)}
            </th>
            <td className={styles.text}>{row.difference}</td>
            <td>{optionalCount(row.before?.entriesOut ?? null)}</td>
            <td>{optionalCount(row.after?.entriesOut ?? null)}</td>
            <td>{row.deltaEntries === null ? '' : signed(row.deltaEntries, formatCount)}</td>
            <td>{row.deltaMs === null ? '' : signed(row.deltaMs, formatMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function operatorName({ before, after }: MatchedNode): string {
  const name = ({ operation, parameters }: NonNullable<MatchedNode['before']>): string =>
    [operatorText(operation).title, fieldName(parameters)].filter((part) => part !== undefined).join(' ');
  const one = before && name(before);
  const other = after && name(after);
  return one !== null && other !== null && one !== other ? `${one} → ${other}` : (other ?? one ?? '');
}

function signed(value: number, format: (value: number) => string): string {
  if (value === 0) return '0';
  return `${value > 0 ? '+' : '−'}${format(Math.abs(value))}`;
}

function optionalMs(value: number | null, format = formatMs): string {
  return value === null ? '' : format(value);
}

function optionalCount(value: number | null): string {
  return value === null ? '' : formatCount(value);
}
