import { Lightbulb, StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventRef } from '../../charts/timeline/index.ts';
import { SkeletonRows } from '../../ui/index.ts';
import { AttributionView } from './attribution-view.tsx';
import type { SlowRule } from './analysis/stall-attribution.ts';
import type { IoRecording } from './io-recording.ts';
import type { Analysis } from './use-analysis.ts';
import styles from './io.module.css';

/** Explains slow commits: findings, the figures behind them, and the worst writes. */
export function AnalysisPanel(props: {
  analysis: Analysis | undefined;
  busy: boolean;
  sharedDisk: boolean;
  recording: IoRecording;
  rule: SlowRule;
  onRule: (rule: SlowRule) => void;
  utc: boolean;
  onReveal: (event: EventRef) => void;
}): ReactNode {
  const { analysis } = props;
  if (!analysis) return <SkeletonRows rows={6} label="Analyzing events" />;
  return (
    <div className={styles.analysis} aria-busy={props.busy}>
      <ul className={styles.hints} aria-label="Findings">
        {analysis.hints.map(({ id, weight, text }) => (
          <li key={id} className={weight === 'finding' ? styles.finding : styles.note}>
            {weight === 'finding' ? (
              <Lightbulb size={15} aria-label="Finding" />
            ) : (
              <StickyNote size={15} aria-label="Note" />
            )}
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {analysis.attribution.writes > 0 && <AttributionView {...props} attribution={analysis.attribution} />}
    </div>
  );
}
