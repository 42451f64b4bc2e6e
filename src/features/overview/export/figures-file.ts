/** The shown figures as CSV and JSON. Pure. */
import type { MetricName } from '../../../protocol/server-metrics.ts';
import { csvText } from '../../../ui/index.ts';
import type { Comparison } from '../changes/rank-changes.ts';
import type { ComparedSpans } from '../changes/compared-spans.ts';
import { quantile, sorted } from '../changes/statistics.ts';
import { KEPT_MS, type MetricHistory, type Samples } from '../history/metric-history.ts';
import { tiles, type Series } from '../series.ts';

interface Figure {
  readonly tile: string;
  readonly series: Series;
  readonly samples: Samples;
}

/** The metrics with samples in the last ten minutes. */
function figuresOf(history: MetricHistory, now: number): readonly Figure[] {
  return tiles
    .flatMap((tile) =>
      tile.series.map((series) => ({
        tile: tile.title,
        series,
        samples: history.since(series.id, now - KEPT_MS),
      })),
    )
    .filter(({ samples }) => samples.values.length > 0);
}

function summaryOf({ times, values }: Samples) {
  const ordered = sorted(values);
  const at = times.at(-1) ?? NaN;
  return {
    last: values.at(-1) ?? NaN,
    at: new Date(at).toISOString(),
    least: ordered[0] ?? NaN,
    median: quantile(ordered, 0.5),
    most: ordered.at(-1) ?? NaN,
    samples: values.length,
  };
}

const heading = ['Tile', 'Metric', 'Unit', 'Last', 'At', 'Minimum', 'Median', 'Maximum', 'Samples'];

export function figuresAsCsv(history: MetricHistory, now: number): string {
  const rows = figuresOf(history, now).map(({ tile, series, samples }) => {
    const { last, at, least, median, most, samples: count } = summaryOf(samples);
    return [tile, series.title, series.unit, last, at, least, median, most, count];
  });
  return csvText(heading, rows);
}

export interface FigureSource {
  readonly connection: string;
  readonly node: string | null;
}

/** With all samples, and the changes of the chosen comparison. */
export function figuresAsJson(
  of: FigureSource,
  history: MetricHistory,
  compared: { readonly spans: ComparedSpans; readonly result: Comparison<MetricName> } | null,
  now: number,
): string {
  const figures = figuresOf(history, now).map(({ tile, series, samples }) => ({
    id: series.id,
    tile,
    title: series.title,
    unit: series.unit,
    ...summaryOf(samples),
    series: Array.from(samples.times, (at, place) => [new Date(at).toISOString(), samples.values[place]]),
  }));
  const iso = ({ from, to }: { readonly from: number; readonly to: number }) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  });
  const changes = compared && {
    before: iso(compared.spans.before),
    after: iso(compared.spans.after),
    ...compared.result,
  };
  return JSON.stringify({ ...of, at: new Date(now).toISOString(), changes, figures }, null, 2);
}
