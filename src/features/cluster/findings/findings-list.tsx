import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/index.ts';
import { viewLabels } from '../cluster-state.ts';
import styles from '../cluster.module.css';
import type { Finding, Severity } from './cluster-findings.ts';

const icons: Readonly<Record<Severity, { readonly icon: ReactNode; readonly name: string }>> = {
  mismatch: { icon: <CircleAlert size={16} aria-hidden="true" />, name: 'Mismatch' },
  error: { icon: <CircleAlert size={16} aria-hidden="true" />, name: 'Error' },
  warning: { icon: <TriangleAlert size={16} aria-hidden="true" />, name: 'Warning' },
  information: { icon: <Info size={16} aria-hidden="true" />, name: 'Note' },
};
const MAX_SHOWN = 50;

export function FindingsList({
  findings,
  none,
  onShow,
}: {
  readonly findings: readonly Finding[];
  /** Shown instead of findings when there are none. */
  readonly none: string;
  readonly onShow: (finding: Finding) => void;
}): ReactNode {
  return (
    <section className={styles.findings} aria-label="Findings">
      {findings.length === 0 && (
        <p className={styles.note} role="status">
          {none}
        </p>
      )}
      <ul>
        {findings.slice(0, MAX_SHOWN).map((finding) => (
          <li key={finding.text} data-severity={finding.severity}>
            {icons[finding.severity].icon}
            <span role={finding.severity === 'mismatch' ? 'alert' : undefined}>
              <b>{icons[finding.severity].name}.</b> {finding.text}
            </span>
            <Button variant="ghost" onClick={() => onShow(finding)}>
              Show {viewLabels[finding.view].toLowerCase()}
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
