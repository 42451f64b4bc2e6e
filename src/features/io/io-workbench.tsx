import { useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  fitAll,
  Timeline,
  useResolvedTokens,
  widthOf,
  type ViewWindow,
} from '../../charts/timeline/index.ts';
import { Tabs } from '../../ui/index.ts';
import { describeEvent, EventDetails } from './event-details.tsx';
import { EventTable } from './event-table.tsx';
import { ioKinds } from './io-kinds.ts';
import type { IoRecording } from './io-recording.ts';
import { IoEmpty, IoNotices } from './io-notices.tsx';
import { IoToolbar, type IoSource } from './io-toolbar.tsx';
import { Legend } from './legend.tsx';
import { StatisticsTable } from './statistics-table.tsx';
import styles from './io.module.css';

/** One window of time follows the newest events; a person who moves it stops that, and is told so. */
const FOLLOW_WIDTH = 60_000;

const tokens = {
  surface: '--surface-1',
  stripe: '--surface-2',
  line: '--border',
  text: '--text-1',
  mutedText: '--text-2',
  focus: '--accent',
  font: '--font-ui',
  journal: '--io-journal',
  flush: '--io-flush',
  sync: '--io-sync',
  compression: '--io-compression',
};

interface IoWorkbenchProps {
  readonly name: string;
  readonly recording: IoRecording;
  readonly version: number;
  readonly source: IoSource;
  readonly onImport: (name: string, recording: IoRecording) => void;
}

export function IoWorkbench({ name, recording, version, source, onImport }: IoWorkbenchProps): ReactNode {
  const live = source.kind === 'live';
  const theme = useResolvedTokens(tokens);
  const [follow, setFollow] = useState(live);
  const [chosenView, setChosenView] = useState<ViewWindow>();
  const [utc, setUtc] = useState(false);
  const [tab, setTab] = useState('statistics');
  const [hovered, setHovered] = useState<number>();
  const now = useClock(follow && live);

  const { columns, lanes } = recording;
  const followWidth = chosenView ? widthOf(chosenView) : FOLLOW_WIDTH;
  const all = fitAll(columns.firstStart, columns.lastEnd);
  const view = follow
    ? { from: now - followWidth * 0.97, to: now + followWidth * 0.03 }
    : (chosenView ?? all);
  // Environments are found while recording: the version stands for them.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const groups = useMemo(() => recording.groups(), [recording, version]);
  const kinds = useMemo(
    () =>
      ioKinds.map(({ label, always }, id) => ({
        id,
        label,
        always,
        colour: [theme.journal, theme.flush, theme.sync, theme.compression][id] ?? theme.text,
      })),
    [theme],
  );

  function moveTo(next: ViewWindow) {
    setFollow(false);
    setChosenView(next);
  }
  function toggleFollow() {
    if (!follow)
      setChosenView({ from: view.from, to: view.from + Math.min(widthOf(view), 10 * FOLLOW_WIDTH) });
    else setChosenView(view);
    setFollow(!follow);
  }

  return (
    <div
      className={styles.screen}
      onKeyDown={(event) => {
        if (event.key === 'l' && live && !(event.target instanceof HTMLInputElement)) toggleFollow();
      }}
    >
      <IoToolbar
        {...{ name, recording, source, onImport, utc, setUtc, follow, toggleFollow }}
        onShowAll={() => moveTo(all)}
      />
      <IoNotices recording={recording} version={version} source={source} />
      {columns.length === 0 ? (
        <IoEmpty source={source} />
      ) : (
        <>
          <div className={styles.timeline}>
            <Timeline
              {...{ columns, lanes, version, groups, kinds, theme, view, utc }}
              onView={moveTo}
              label={`I/O timeline of ${name}: ${columns.length} events. Arrow keys move, plus and minus zoom, square brackets step through events.`}
              renderEvent={(row) => <EventDetails recording={recording} row={row} />}
              describeEvent={(row) => describeEvent(recording, row)}
              onHover={setHovered}
            />
          </div>
          <Legend recording={recording} version={version} hovered={hovered} />
          <div className={styles.lower}>
            <Tabs
              value={tab}
              onChange={setTab}
              items={[
                {
                  id: 'statistics',
                  label: 'Statistics of the visible range',
                  panel: <StatisticsTable recording={recording} version={version} view={view} />,
                },
                {
                  id: 'events',
                  label: 'Events as a table',
                  panel: (
                    <EventTable
                      recording={recording}
                      version={version}
                      view={view}
                      utc={utc}
                      onReveal={moveTo}
                    />
                  ),
                },
              ]}
            />
          </div>
        </>
      )}
    </div>
  );
}

/** The time now, ten times a second while something follows it. */
function useClock(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
