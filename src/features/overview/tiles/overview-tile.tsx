/** The metrics of one subject, and what of it is not reported. */
import type { ReactNode } from 'react';
import styles from '../overview.module.css';
import type { OverviewRecorder } from '../recorder.ts';
import { reportOf, type Reporter } from '../reported.ts';
import { explainedBy, type Series, type Target, type Tile } from '../series.ts';
import { FigureRow, type SharedTime } from './figure-row.tsx';

export function OverviewTile(props: {
  readonly tile: Tile;
  readonly recorder: OverviewRecorder;
  readonly by: Reporter;
  readonly time: SharedTime;
  readonly onOpen: (target: Target) => void;
  /** Below the figures. */
  readonly children?: ReactNode;
}): ReactNode {
  const { tile, recorder, by, time, onOpen, children } = props;
  const rows = tile.series.map((series) => ({
    series,
    reported: reportOf(recorder, series.id, by, time.now),
  }));
  const shown = rows.filter(({ reported }) => reported.kind !== 'unreported' && reported.kind !== 'off');
  const unreported = rows.filter(({ reported }) => reported.kind === 'unreported');
  const off = rows.filter(({ reported }) => reported.kind === 'off');
  return (
    <section className={styles.tile} aria-label={tile.title}>
      <h2>{tile.title}</h2>
      {shown.map(({ series, reported }) => (
        <FigureRow
          key={series.id}
          series={series}
          reported={reported}
          samples={recorder.history.since(series.id, time.now - time.shownMs)}
          time={time}
          target={explainedBy(series, by)}
          onOpen={onOpen}
        />
      ))}
      {children}
      {off.length > 0 && (
        <p className={styles.unreported}>Turn on “Watch requests” for {listOf(off.map(labelOf))}.</p>
      )}
      {unreported.length > 0 && (
        <p className={styles.unreported}>{unreportedText(tile, unreported.map(labelOf), by)}</p>
      )}
    </section>
  );
}

const labelOf = ({ series }: { readonly series: Series }): string =>
  series.inSentence ?? series.label.replace(/^[A-Z](?=[a-z])/, lower);
const lower = (letter: string): string => letter.toLowerCase();

function subjectOf({ sandbox, connectedNode }: Reporter): string {
  if (sandbox) return 'The sandbox';
  return connectedNode ? 'This server' : 'A node that is not connected';
}

function unreportedText(tile: Tile, labels: readonly string[], by: Reporter): string {
  if (labels.length < tile.series.length) return `Not reported: ${listOf(labels)}.`;
  return `${subjectOf(by)} does not report ${tile.title.replace(/^[A-Z](?=[a-z])/, lower)}.`;
}

function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
