import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './toggle.module.css';

/** Takes effect at once; use a Checkbox for what is saved later. */
export function Switch(props: {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}): ReactNode {
  const { label, checked, onChange, hint, disabled = false } = props;
  return (
    <label className={classNames(styles.line, disabled && styles.disabled)}>
      <Base.Root
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className={styles.track}
      >
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
      <span className={styles.text}>
        {label}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  );
}
