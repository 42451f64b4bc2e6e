/** All details of an operator. */
import { X } from 'lucide-react';
import { countText, type PlanBox } from '../../../charts/plan/index.ts';
import { CopyButton, IconButton } from '../../../ui/index.ts';
import styles from '../query.module.css';

export function PlanDetails({ box, onClose }: { readonly box: PlanBox; readonly onClose: () => void }) {
  const counts = countText(box);
  return (
    <aside className={styles.details} aria-label={`Operator ${box.title}`}>
      <header className={styles.detailsHead}>
        <h3>{box.title}</h3>
        <CopyButton
          iconOnly
          label="Copy details"
          text={() => box.facts.map((fact) => `${fact.label}: ${fact.value}`).join('\n')}
        />
        <IconButton label="Close details" icon={<X />} onClick={onClose} />
      </header>
      {box.lines.length > 0 && <p className={styles.parameters}>{box.lines.join('\n')}</p>}
      {counts !== '' && <p className={styles.quiet}>Entries: {counts}</p>}
      {box.deviation !== null && (
        <p className={styles.deviation}>
          {box.deviation}. A wrong estimate can lead to a slow order of steps.
        </p>
      )}
      <dl className={styles.facts}>
        {box.facts.map((fact, index) => (
          <div key={index}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
