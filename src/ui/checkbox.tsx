import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './toggle.module.css';

export function Checkbox(props: {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  /** Some of what it stands for is on, some is off. */
  readonly mixed?: boolean;
  readonly hideLabel?: boolean;
}): ReactNode {
  const { label, checked, onChange, hint, disabled = false, mixed = false, hideLabel = false } = props;
  return (
    <label className={classNames(styles.line, disabled && styles.disabled)}>
      <Base.Root
        checked={checked}
        indeterminate={mixed}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className={styles.box}
      >
        <Base.Indicator className={styles.mark}>
          {mixed ? <Minus size={12} strokeWidth={3} /> : <Check size={12} strokeWidth={3} />}
        </Base.Indicator>
      </Base.Root>
      <span className={hideLabel ? styles.hidden : styles.text}>
        {label}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  );
}
