/**
 * Prints a line with the totals of both servers in place of a figure: the time of another answer compares with nothing.
 * Returns the metric.
 */
export function differingTotals(metric: string, totals: Readonly<Record<string, number | null>>): string {
  console.log(JSON.stringify({ bench: 'query', metric, ok: false, failed: 'the totals differ', ...totals }));
  return metric;
}
