/** An open recording: facts, findings, charts and rows, which share one range of time. */
import { useMemo, type ReactNode } from 'react';
import { SplitPane } from '../../ui/index.ts';
import { ChartsPane } from './charts-pane.tsx';
import { FindingsPane } from './findings/findings-pane.tsx';
import { RecordingHeader, RecordingNotices } from './recording-header.tsx';
import styles from './recordings.module.css';
import { RowsPane } from './rows/rows-pane.tsx';
import { toMs, toUs } from './times.ts';
import type { ShownRecording } from './use-recording.ts';
import type { RecordingSelection } from './use-selection.ts';
import { useSettled } from './use-settled.ts';

const SETTLED_MS = 120;

export function RecordingView(props: {
  readonly recording: ShownRecording;
  readonly selection: RecordingSelection;
  readonly utc: boolean;
}): ReactNode {
  const { recording, selection, utc } = props;
  const { overview } = recording;
  const { all, range, finding } = selection;
  const settled = useSettled(range, SETTLED_MS);
  const visible = toUs(settled);
  const mark = useMemo(() => finding && toMs(finding), [finding]);
  return (
    <>
      <RecordingNotices overview={overview} />
      <RecordingHeader overview={overview} />
      <div className={styles.fill}>
        <SplitPane
          direction="column"
          initial={0.66}
          storageKey="recording.rows"
          first={
            <SplitPane
              direction="row"
              initial={0.36}
              storageKey="recording.findings"
              side={{ which: 'first', name: 'findings', below: 760 }}
              first={
                <FindingsPane
                  overview={overview}
                  selected={finding}
                  utc={utc}
                  onSelect={selection.selectFinding}
                />
              }
              second={
                <ChartsPane
                  recording={recording}
                  range={range}
                  all={all}
                  mark={mark}
                  loaded={settled}
                  utc={utc}
                  onRange={selection.setRange}
                />
              }
            />
          }
          second={
            <RowsPane
              recording={recording}
              from={visible.from}
              to={visible.to}
              utc={utc}
              onMoment={selection.setMoment}
            />
          }
        />
      </div>
    </>
  );
}
