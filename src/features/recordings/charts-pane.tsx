/** The charts of the visible time. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Maximize2 } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { SeriesStack, type TimeRange } from '../../charts/series/index.ts';
import { Button, ErrorView, formatMs, SkeletonRows } from '../../ui/index.ts';
import { chartsOf, notRecorded, partlyRecorded } from './charts-data.ts';
import styles from './recordings.module.css';
import { clockText, toUs } from './times.ts';
import type { ShownRecording } from './use-recording.ts';

interface ChartsPaneProps {
  readonly recording: ShownRecording;
  readonly range: TimeRange;
  /** The range whose values are read. */
  readonly loaded: TimeRange;
  readonly all: TimeRange;
  readonly mark: TimeRange | null;
  readonly utc: boolean;
  readonly onRange: (range: TimeRange) => void;
}

export function ChartsPane({
  recording,
  range,
  loaded,
  all,
  mark,
  utc,
  onRange,
}: ChartsPaneProps): ReactNode {
  const isAll = range.from === all.from && range.to === all.to;
  const charts = useQuery({
    queryKey: ['recording', recording.key, 'charts', loaded.from, loaded.to],
    queryFn: ({ signal }) => recording.charts(toUs(loaded), signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
  const shown = useMemo(() => (charts.data ? chartsOf(charts.data) : []), [charts.data]);
  if (charts.isError)
    return (
      <ErrorView error={charts.error} doing="Reading the charts" onRetry={() => void charts.refetch()} />
    );
  if (charts.data === undefined) return <SkeletonRows label="Reading the charts" />;
  const missing = notRecorded(charts.data, recording.overview);
  const partly = partlyRecorded(charts.data, recording.overview);
  return (
    <section className={styles.charts} aria-label="Charts">
      <header className={styles.chartsHead}>
        <h2>
          {clockText(range.from * 1000, utc)} to {clockText(range.to * 1000, utc)}
        </h2>
        <span className={styles.length}>{formatMs(range.to - range.from)}</span>
        <Button variant="ghost" icon={<Maximize2 />} disabled={isAll} onClick={() => onRange(all)}>
          Show everything
        </Button>
      </header>
      <div className={styles.stack}>
        {shown.length === 0 ? (
          <p className={styles.note}>The recording has no rows for charts.</p>
        ) : (
          <SeriesStack
            label="Charts of the recording. Drag to zoom; arrow keys move, plus and minus zoom, 0 shows everything."
            charts={shown}
            range={range}
            all={all}
            mark={mark}
            utc={utc}
            onRange={onRange}
          />
        )}
        {partly.length > 0 && <p className={styles.note}>Not recorded all the time: {partly.join(', ')}.</p>}
        {missing.length > 0 && <p className={styles.note}>Not recorded: {missing.join(', ')}.</p>}
      </div>
    </section>
  );
}
