/** A profile per thread over time: runs of the same activity are one block. */
import { useMemo, useState, type KeyboardEvent } from 'react';
import { classNames, formatMs, pluralize } from '../../ui/index.ts';
import type { TimedCapture } from './merge-captures.ts';
import { shortFrame } from './own-code.ts';
import { threadLanes, type ThreadLane, type ThreadRun } from './thread-runs.ts';
import styles from './timeline.module.css';

/** Initially rendered lanes; the filter or the button shows more. */
const INITIAL_LANES = 120;
/** Time labels above the lanes. */
const MARKS = 10;

interface ThreadTimelineProps {
  readonly series: readonly TimedCapture[];
  readonly isOwn: (frame: string) => boolean;
  readonly search: string;
}

export function ThreadTimeline({ series, isOwn, search }: ThreadTimelineProps) {
  const lanes = useMemo(() => threadLanes(series, isOwn), [series, isOwn]);
  const [most, setMost] = useState(INITIAL_LANES);
  const [at, setAt] = useState<{ lane: number; run: number }>({ lane: 0, run: 0 });
  const shown = useMemo(() => lanes.filter((lane) => fits(lane, search)), [lanes, search]);
  const visible = shown.slice(0, most);
  const lane = visible[Math.min(at.lane, visible.length - 1)];
  const run = lane?.runs[Math.min(at.run, lane.runs.length - 1)];

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (!lane || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = visible.indexOf(lane);
    const runAt = run ? lane.runs.indexOf(run) : 0;
    const go = (laneAt: number, nextRun: number) => {
      const target = Math.max(0, Math.min(visible.length - 1, laneAt));
      const runs = visible[target]?.runs.length ?? 1;
      const next = { lane: target, run: Math.max(0, Math.min(runs - 1, nextRun)) };
      setAt(next);
      event.currentTarget.querySelector<HTMLElement>(`[data-place="${next.lane}/${next.run}"]`)?.focus();
    };
    // Up and down keep the time, not the index of the block.
    const sameMoment = (laneAt: number) =>
      Math.max(0, visible[laneAt]?.runs.findIndex((each) => each.last >= (run?.first ?? 0)) ?? 0);
    if (event.key === 'ArrowDown') go(index + 1, sameMoment(index + 1));
    else if (event.key === 'ArrowUp') go(index - 1, sameMoment(index - 1));
    else if (event.key === 'ArrowRight') go(index, runAt + 1);
    else if (event.key === 'ArrowLeft') go(index, runAt - 1);
    else if (event.key === 'Home') go(index, 0);
    else if (event.key === 'End') go(index, lane.runs.length - 1);
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.timeline}>
      <div className={styles.lanes} role="grid" aria-label="Threads over time" onKeyDown={onKeyDown}>
        <Axis series={series} />
        {visible.map((each, index) => (
          <Lane
            key={`${each.node ?? ''}/${each.id}`}
            lane={each}
            index={index}
            captures={series.length}
            current={each === lane ? run : undefined}
            onPick={(runAt) => setAt({ lane: index, run: runAt })}
          />
        ))}
        {shown.length === 0 && <p className={styles.none}>No thread matches</p>}
      </div>
      {shown.length > most && (
        <button type="button" className={styles.more} onClick={() => setMost(most + INITIAL_LANES * 2)}>
          {pluralize(shown.length - most, 'quieter thread')} more
        </button>
      )}
      {lane && run && <RunDetails lane={lane} run={run} isOwn={isOwn} />}
    </div>
  );
}

/** Times of the captures. All captures have the same width, so labels show their times. */
function Axis({ series }: { readonly series: readonly TimedCapture[] }) {
  const begun = series[0]?.at ?? 0;
  const every = Math.max(1, Math.ceil(series.length / MARKS));
  return (
    <div className={styles.axis} aria-hidden="true">
      <span className={styles.axisName}>{pluralize(series.length, 'capture')}, at</span>
      <div className={styles.marks}>
        {series.map(
          ({ at }, index) =>
            index % every === 0 && (
              <span key={index} style={{ left: `${(index / series.length) * 100}%` }}>
                {formatMs(at - begun)}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

function fits(lane: ThreadLane, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${lane.name} ${lane.id} ${lane.runs.map((run) => run.label).join(' ')}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

interface LaneProps {
  readonly lane: ThreadLane;
  readonly index: number;
  readonly captures: number;
  readonly current: ThreadRun | undefined;
  readonly onPick: (run: number) => void;
}

function Lane({ lane, index, captures, current, onPick }: LaneProps) {
  return (
    <div role="row" className={styles.lane}>
      <div role="rowheader" className={styles.name} title={`${lane.name} (${lane.id})`}>
        {lane.node !== null && <span>{lane.node} </span>}
        {lane.name === '' ? lane.id : lane.name}
      </div>
      <div role="presentation" className={styles.track}>
        {lane.runs.map((run, runAt) => {
          const length = run.last - run.first + 1;
          return (
            <div
              key={run.first}
              role="gridcell"
              tabIndex={run === current ? 0 : -1}
              aria-selected={run === current}
              aria-label={`${textOf(run)} ${lane.name === '' ? lane.id : lane.name}, ${describe(run)}`.trim()}
              title={describe(run)}
              data-place={`${index}/${runAt}`}
              className={classNames(styles.run, styles[run.kind], run === current && styles.current)}
              style={{ width: `${(length / captures) * 100}%` }}
              onClick={() => onPick(runAt)}
            >
              {textOf(run)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The text of a block. Its accessible name begins with it, so that voice control finds what is visible. */
function textOf(run: ThreadRun): string {
  return run.kind === 'busy' ? shortFrame(run.label) : '';
}

function describe(run: ThreadRun): string {
  const where =
    run.first === run.last ? `capture ${run.first + 1}` : `captures ${run.first + 1} to ${run.last + 1}`;
  return `${where}: ${run.label}`;
}

function RunDetails({
  lane,
  run,
  isOwn,
}: {
  readonly lane: ThreadLane;
  readonly run: ThreadRun;
  readonly isOwn: (frame: string) => boolean;
}) {
  return (
    <section className={styles.details} aria-label="Stack at this time" tabIndex={0}>
      <h3>
        {lane.name === '' ? 'Thread' : lane.name} <span>{lane.id}</span>
      </h3>
      <p>
        {describe(run)}. Busy in {pluralize(lane.busy, 'capture')}.
      </p>
      <ol>
        {run.frames.map((frame, depth) => (
          <li key={`${depth}/${frame}`} className={isOwn(frame) ? styles.own : undefined}>
            {frame}
          </li>
        ))}
      </ol>
    </section>
  );
}
