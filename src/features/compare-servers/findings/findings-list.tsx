import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/index.ts';
import type { Section } from '../rows/compare-row.ts';
import styles from '../compare.module.css';
import type { Finding, Severity } from './findings.ts';

const icons: Readonly<Record<Severity, { readonly icon: ReactNode; readonly name: string }>> = {
  contradiction: { icon: <CircleAlert size={16} aria-hidden="true" />, name: 'Mismatch' },
  warning: { icon: <TriangleAlert size={16} aria-hidden="true" />, name: 'Warning' },
  information: { icon: <Info size={16} aria-hidden="true" />, name: 'Note' },
};
const MAX_SHOWN = 50;

export function FindingsList({
  findings,
  isNothingCompared,
  notCompared,
  waiting,
  onShow,
}: {
  readonly findings: readonly Finding[];
  /** Neither side could be read, or only one of them. */
  readonly isNothingCompared: boolean;
  /** What could not be read. */
  readonly notCompared: readonly string[];
  /** A second reading is needed before a mismatch is reported. */
  readonly waiting: boolean;
  readonly onShow: (section: Section) => void;
}): ReactNode {
  return (
    <section className={styles.findings} aria-label="Findings">
      {findings.length === 0 && (
        <p className={styles.note} role="status">
          {waiting
            ? 'Reading both databases…'
            : notCompared.length > 0
              ? isNothingCompared
                ? 'Nothing could be compared.'
                : 'No differences in what was read.'
              : 'No differences in statistics, collections, indexes and settings.'}
        </p>
      )}
      {notCompared.length > 0 && (
        <p className={styles.note} role="status">
          Not compared: {notCompared.join(', ')}.
        </p>
      )}
      <ul>
        {findings.slice(0, MAX_SHOWN).map(({ severity, text, section }, index) => (
          <li key={index} data-severity={severity}>
            {icons[severity].icon}
            <span role={severity === 'contradiction' ? 'alert' : undefined}>
              <b>{icons[severity].name}.</b> {text}
            </span>
            <Button variant="ghost" onClick={() => onShow(section)}>
              Show {section === 'figures' ? 'statistics' : section}
            </Button>
          </li>
        ))}
      </ul>
      {findings.length > MAX_SHOWN && (
        <p className={styles.note}>{findings.length - MAX_SHOWN} more are in the export.</p>
      )}
    </section>
  );
}
