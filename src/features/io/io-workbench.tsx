import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useOpenedFile, useSession } from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import {
  findEvent,
  keyOfEvent,
  Timeline,
  TimeScale,
  useResolvedTokens,
  type EventRef,
  type Hit,
  type ViewWindow,
} from '../../charts/timeline/index.ts';
import { FileInput, formatBytes, formatMs, pluralize, SplitPane } from '../../ui/index.ts';
import { describeEvent, HitDetails } from './event-details.tsx';
import { saveCsv, saveJson, savePng, saveSvg, summaryMarkdown } from './export-actions.ts';
import { emptyFind, useFound } from './find-panel.tsx';
import { ioKinds } from './io-kinds.ts';
import type { IoModel, LiveTarget } from './io-model.ts';
import { IoEmpty, IoNotices } from './io-notices.tsx';
import { IoToolbar } from './io-toolbar.tsx';
import { LanesDialog } from './lanes-dialog.tsx';
import { Legend } from './legend.tsx';
import { LowerPanels } from './lower-panels.tsx';
import { openRecording } from './open-recording.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { SourcesDialog } from './sources-dialog.tsx';
import { useAnalysis } from './use-analysis.ts';
import { activityLanes } from './activity/activity-lanes.ts';
import { useActivity } from './activity/use-activity.ts';
import { useIndexing } from './use-indexing.ts';
import { useTimelineView } from './use-timeline-view.ts';
import { viewLink } from './view-state.ts';
import styles from './io.module.css';

const tokens = {
  surface: '--surface-1',
  stripe: '--surface-2',
  line: '--border',
  text: '--text-1',
  mutedText: '--text-2',
  focus: '--accent',
  font: '--font-ui',
  ink: '--surface-0',
  journal: '--io-journal',
  flush: '--io-flush',
  sync: '--io-sync',
  compression: '--io-compression',
};
/** More flags would cover the lanes. */
const MAX_FLAGS = 500;

export function IoWorkbench(props: {
  tabId: string;
  model: IoModel;
  version: number;
  own: LiveTarget;
  /** Shown at first instead of following live. */
  around: ViewWindow | undefined;
}): ReactNode {
  const { tabId, model, version, own } = props;
  const { recording } = model;
  const { store, sources } = recording;
  const session = useSession();
  const theme = useResolvedTokens(tokens);
  const live = sources.some(({ kind }) => kind === 'live');
  const [dialog, setDialog] = useState<'sources' | 'lanes' | 'restore'>();
  const [find, setFind] = useState(emptyFind);
  const [hovered, setHovered] = useState<Hit>();
  const [dropping, setDropping] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const [focusFind, setFindWanted] = useState(0);

  // Environments are added while recording, so the version is the dependency.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const recorded = useMemo(() => recording.groups(), [recording, version]);
  const [indexingWanted, setIndexingWanted] = useState(false);
  const indexing = useIndexing(session.port, own.connectionId, own.database, indexingWanted);
  const [activityWanted, setActivityWanted] = useState(false);
  const server = useActivity(session.port, own.connectionId, activityWanted);
  const lanes = useMemo(() => activityLanes(server.activity), [server.activity]);
  const groups = useMemo(
    () => [...recorded, ...lanes, ...indexing.groups],
    [recorded, lanes, indexing.groups],
  );
  const timeline = useTimelineView({
    ...{ session, tabId, recording, version, groups, live },
    around: props.around,
  });
  const { state, change, view, moveTo, range, setRange, pauses } = timeline;
  if (indexingWanted !== state.indexing) setIndexingWanted(state.indexing);
  const watchesActivity = state.activity && live && !model.paused;
  if (activityWanted !== watchesActivity) setActivityWanted(watchesActivity);

  const kinds = useMemo(
    () =>
      ioKinds.map(({ label, always, from, to }, id) => ({
        ...{ id, label, always, from, to },
        colour: [theme.journal, theme.flush, theme.sync, theme.compression][id] ?? theme.text,
      })),
    [theme],
  );
  // While following live the window moves ten times a second; whole seconds are enough for statistics.
  const grain = timeline.follow ? 1000 : 0.001;
  const analysisRange = range ?? {
    from: Math.floor(view.from / grain) * grain,
    to: Math.ceil(view.to / grain) * grain,
  };
  const shown = useMemo(
    () => recorded.filter(({ key }) => !state.arrangement.hidden.includes(key)),
    [recorded, state.arrangement.hidden],
  );
  const rangeKey = `${store.version}|${analysisRange.from}|${analysisRange.to}|${shown.map(({ id, shift }) => `${id}:${shift}`).join()}|${server.version}|${indexing.version}`;
  const { analysis, busy, sharedDisk } = useAnalysis(recording, shown, analysisRange, rangeKey, state.rule, {
    activity: server.activity,
    batches: indexing.batches,
    connection: own.connectionId,
  });
  const { found, busy: finding } = useFound(recording, find, analysisRange, rangeKey);
  const flagged = useMemo(() => found.hits.slice(0, MAX_FLAGS), [found]);

  function reveal(event: EventRef): void {
    const key = keyOfEvent(event);
    // The list can be slightly older than the recording.
    const now = findEvent(store, key);
    if (!now) return;
    const shift = recording.sourceOf(event.lane.group)?.shift ?? 0;
    moveTo(new TimeScale(view, 1000, pauses).revealed(key.start + shift));
    timeline.setCursor(key);
  }
  function showFind(): void {
    change({ tab: 'find' });
    setFindWanted((old) => old + 1);
  }
  const latestWhole = useRef(timeline.extent);
  useEffect(() => {
    latestWhole.current = timeline.extent;
  });
  const wholeView = () => latestWhole.current;
  async function openFile(file: File): Promise<void> {
    if (!(await openRecording(session, model, file))) return;
    const empty = recording.sources.every(({ kind }) => kind === 'file');
    if (empty || recording.sources.length <= 2) moveTo(wholeView());
  }
  useOpenedFile('io', (file) => void openFile(file));
  const name = sources[0]?.name ?? own.name;
  const attempt = (doing: string, work: () => Promise<void> | void): void => {
    Promise.resolve()
      .then(work)
      .catch((error: unknown) => session.reportError(error, doing));
  };
  const copy = (text: string, what: string): void =>
    attempt(`Copying ${what}`, async () => {
      await navigator.clipboard.writeText(text);
      session.notify({ kind: 'success', message: `Copied ${what}.` });
    });
  const picture = {
    ...{ store, groups, kinds, theme, view, range, pauses, sizeLabel: formatBytes, pauseLabel: formatMs },
    arrangement: state.arrangement,
    utc: state.utc,
  };

  return (
    <div
      className={dropping ? `${styles.screen ?? ''} ${styles.dropping ?? ''}` : styles.screen}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement)
          return;
        if (event.target instanceof HTMLTextAreaElement || event.defaultPrevented) return;
        if (event.key === 'l' && live) timeline.setFollow(!timeline.follow);
        else if (event.key === '/') showFind();
        else return;
        event.preventDefault();
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={(event) => {
        setDropping(false);
        const file = event.dataTransfer.files[0];
        if (!file) return;
        event.preventDefault();
        void openFile(file);
      }}
    >
      <IoToolbar
        {...{ model, live, view: timeline }}
        managedHeap={capabilitiesOf(own.connectionId).monitoringFeeds}
        onSources={() => setDialog('sources')}
        onLanes={() => setDialog('lanes')}
        onFind={showFind}
        onOpenFile={() => fileInput.current?.click()}
        views={[
          {
            id: 'link',
            label: 'Copy link to this view',
            onSelect: () => copy(viewLink({ ...state, view }), 'the link'),
          },
          {
            id: 'json',
            label: 'Copy this view as JSON',
            onSelect: () => copy(JSON.stringify({ ...state, view }, null, 2), 'the view'),
          },
          { id: 'restore', label: 'Restore a view…', onSelect: () => setDialog('restore') },
        ]}
        exports={[
          ...sources.map((source) => ({
            id: `json${source.id}`,
            label: sources.length > 1 ? `${source.name} as RavenDB JSON` : 'RavenDB JSON',
            hint: 'Opens in RavenDB Studio',
            onSelect: () => attempt('Saving the recording', () => saveJson(recording, source)),
          })),
          {
            id: 'csv',
            label: 'All events as CSV',
            onSelect: () => attempt('Saving the events', () => saveCsv(recording, name)),
          },
          {
            id: 'png',
            separated: true,
            label: 'This view as PNG',
            onSelect: () => attempt('Saving the picture', () => savePng(picture, name)),
          },
          {
            id: 'svg',
            label: 'This view as SVG',
            onSelect: () => attempt('Saving the picture', () => saveSvg(picture, name)),
          },
          {
            id: 'markdown',
            separated: true,
            label: 'Copy summary as Markdown',
            disabled: !analysis,
            onSelect: () =>
              analysis && copy(summaryMarkdown(name, analysisRange, analysis, state.utc), 'the summary'),
          },
        ]}
      />
      <FileInput
        ref={fileInput}
        label="I/O recording file"
        accept=".json,application/json"
        onFile={(file) => void openFile(file)}
      />
      <IoNotices
        {...{ model, version, indexing, activity: server }}
        stopped={timeline.stopped}
        onFollow={() => timeline.setFollow(true)}
      />
      {store.count === 0 &&
      [...store.allFolded()].length === 0 &&
      indexing.groups.length === 0 &&
      lanes.length === 0 ? (
        <IoEmpty live={live} />
      ) : (
        <div className={styles.panes}>
          <SplitPane
            direction="column"
            initial={0.55}
            min={140}
            storageKey="io-timeline"
            label="Resize timeline and analysis"
            first={
              <div className={styles.upper}>
                <div className={styles.timeline}>
                  <Timeline
                    {...{ store, groups, kinds, theme, view, range, pauses, flagged }}
                    version={store.version}
                    arrangement={state.arrangement}
                    onArrangement={({ collapsed, pinned, hidden, hiddenKinds, order }) =>
                      change({
                        arrangement: {
                          collapsed: [...collapsed],
                          pinned: [...pinned],
                          hidden: [...hidden],
                          hiddenKinds: [...hiddenKinds],
                          order: [...order],
                        },
                      })
                    }
                    extent={timeline.extent}
                    onView={moveTo}
                    onRange={setRange}
                    cursor={timeline.cursor}
                    onCursor={timeline.setCursor}
                    utc={state.utc}
                    label={`I/O timeline of ${name}: ${pluralize(store.count, 'event')}. Arrow keys and W A S D pan and zoom, square brackets step through events, Shift and drag selects a range.`}
                    renderHit={(hit) => <HitDetails recording={recording} hit={hit} />}
                    describeEvent={(event) => describeEvent(recording, event)}
                    sizeLabel={formatBytes}
                    pauseLabel={formatMs}
                    onHover={setHovered}
                  />
                </div>
                <Legend recording={recording} hovered={hovered} />
              </div>
            }
            second={
              <LowerPanels
                {...{
                  model,
                  recording,
                  groups: shown,
                  analysis,
                  busy,
                  sharedDisk,
                  activity: server.activity,
                  find,
                  found,
                  finding,
                  focusFind,
                }}
                colours={kinds.map(({ colour }) => colour)}
                timeline={timeline}
                analysisRange={analysisRange}
                rangeKey={rangeKey}
                onFind={setFind}
                onReveal={reveal}
              />
            }
          />
        </div>
      )}
      <SourcesDialog
        open={dialog === 'sources'}
        onClose={() => setDialog(undefined)}
        model={model}
        own={own}
        onOpenFile={() => {
          setDialog(undefined);
          fileInput.current?.click();
        }}
      />
      <LanesDialog
        open={dialog === 'lanes'}
        onClose={() => setDialog(undefined)}
        groups={groups}
        arrangement={state.arrangement}
        onArrangement={(arrangement) =>
          change({ arrangement: structuredClone(arrangement) as typeof state.arrangement })
        }
      />
      {dialog === 'restore' && (
        <RestoreDialog open onClose={() => setDialog(undefined)} onRestore={timeline.restore} />
      )}
    </div>
  );
}
