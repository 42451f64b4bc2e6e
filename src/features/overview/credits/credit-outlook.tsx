/** What the CPU credits of a server allow, and where to use fewer. */
import type { ReactNode } from 'react';
import type { CpuCredits } from '../../../protocol/cpu-credits.ts';
import { Button } from '../../../ui/index.ts';
import type { Samples } from '../history/metric-history.ts';
import styles from '../overview.module.css';
import type { Target } from '../series.ts';
import { outlookOf } from './outlook.ts';
import { creditLines } from './outlook-text.ts';

const indexes: Target = { screen: 'indexes', label: 'Indexes' };

export function CreditOutlook(props: {
  readonly credits: CpuCredits;
  /** The remaining credits of the last minutes. */
  readonly samples: Samples;
  readonly onOpen: (target: Target) => void;
}): ReactNode {
  const { credits, samples, onOpen } = props;
  const lines = creditLines(credits, outlookOf(credits, samples));
  const isShort = lines.some(({ isWarning }) => isWarning);
  return (
    <>
      <ul className={styles.credits}>
        {lines.map(({ id, isWarning, text }) => (
          <li key={id} data-warning={isWarning}>
            {text}
          </li>
        ))}
      </ul>
      {isShort && (
        <div className={styles.creditAction}>
          <span>Indexing can be paused, and indexes get a lower priority, in their list.</span>
          <Button onClick={() => onOpen(indexes)}>Open indexes</Button>
        </div>
      )}
    </>
  );
}
