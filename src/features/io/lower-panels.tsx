import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventRef, TimelineGroup, ViewWindow } from '../../charts/timeline/index.ts';
import { keyOfEvent } from '../../charts/timeline/index.ts';
import { CopyButton, formatMs, IconButton, SkeletonRows, Tabs } from '../../ui/index.ts';
import type { ServerActivity } from './activity/server-activity.ts';
import { ActivityTable } from './activity/activity-table.tsx';
import { AnalysisPanel } from './analysis-panel.tsx';
import type { FoundEvents } from './analysis/find-events.ts';
import { ComparePanel } from './compare-panel.tsx';
import { timeText } from './event-grid.tsx';
import { EventTable } from './event-table.tsx';
import { FindPanel, type FindState } from './find-panel.tsx';
import type { IoModel } from './io-model.ts';
import type { IoRecording } from './io-recording.ts';
import { DurationHistogram, SizeLatency } from './latency-charts.tsx';
import { StatisticsTable, statisticsMarkdown } from './statistics-table.tsx';
import type { Analysis } from './use-analysis.ts';
import type { TimelineView } from './use-timeline-view.ts';
import styles from './io.module.css';

interface LowerPanelsProps {
  readonly model: IoModel;
  readonly recording: IoRecording;
  readonly groups: readonly TimelineGroup[];
  readonly timeline: TimelineView;
  readonly analysisRange: ViewWindow;
  readonly rangeKey: string;
  readonly analysis: Analysis | undefined;
  readonly busy: boolean;
  readonly activity: ServerActivity;
  readonly sharedDisk: boolean;
  readonly colours: readonly string[];
  readonly find: FindState;
  readonly onFind: (find: FindState) => void;
  readonly found: FoundEvents;
  readonly finding: boolean;
  readonly focusFind: number;
  readonly onReveal: (event: EventRef) => void;
}

/** The panels below the timeline: findings, statistics, events, search and comparison of the range. */
export function LowerPanels(props: LowerPanelsProps): ReactNode {
  const { recording, groups, timeline, analysisRange, rangeKey, analysis, onReveal } = props;
  const { state, change } = timeline;
  const { utc } = state;
  return (
    <Tabs
      label="Range analysis"
      value={state.tab}
      onChange={(tab) => change({ tab })}
      after={<RangeText timeline={timeline} analysisRange={analysisRange} />}
      items={[
        {
          id: 'answers',
          label: 'Analysis',
          panel: (
            <AnalysisPanel
              {...{ analysis, recording, utc, onReveal, busy: props.busy, sharedDisk: props.sharedDisk }}
              rule={state.rule}
              onRule={(rule) => change({ rule })}
            />
          ),
        },
        {
          id: 'statistics',
          label: 'Statistics',
          panel: analysis ? (
            <div className={styles.analysis}>
              <StatisticsTable rows={analysis.statistics} />
              <ActivityTable activity={props.activity} range={analysisRange} />
              <div>
                <CopyButton label="Copy as Markdown" text={() => statisticsMarkdown(analysis.statistics)} />
              </div>
              <div className={styles.figures}>
                <DurationHistogram rows={analysis.statistics} />
                <SizeLatency
                  store={recording.store}
                  groups={groups}
                  range={analysisRange}
                  rangeKey={rangeKey}
                  colours={props.colours}
                />
              </div>
            </div>
          ) : (
            <SkeletonRows rows={5} label="Computing statistics" />
          ),
        },
        {
          id: 'events',
          label: 'Events',
          panel: (
            <EventTable
              {...{ recording, groups, rangeKey, utc, onReveal }}
              range={analysisRange}
              hiddenKinds={state.arrangement.hiddenKinds}
              onSelect={(event) => timeline.setCursor(keyOfEvent(event))}
            />
          ),
        },
        {
          id: 'find',
          label: props.found.count > 0 ? `Find (${props.found.count.toLocaleString('en')})` : 'Find',
          panel: (
            <FindPanel
              {...{ recording, utc, onReveal, find: props.find, onFind: props.onFind, found: props.found }}
              wanted={props.focusFind}
              busy={props.finding}
            />
          ),
        },
        {
          id: 'compare',
          label: 'Compare',
          panel: <ComparePanel model={props.model} range={analysisRange} rangeKey={rangeKey} />,
        },
      ]}
    />
  );
}

/** The range of the panels. */
function RangeText({
  timeline,
  analysisRange,
}: {
  timeline: TimelineView;
  analysisRange: ViewWindow;
}): ReactNode {
  const { range, setRange, state } = timeline;
  const from = timeText(analysisRange.from, state.utc).slice(11, 23);
  return (
    <span className={styles.rangeText}>
      {range ? 'Selected range' : 'Visible range'}: {from}, {formatMs(analysisRange.to - analysisRange.from)}
      {range && <IconButton label="Clear selection" icon={X} onClick={() => setRange(undefined)} />}
    </span>
  );
}
