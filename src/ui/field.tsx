import { useId, type ReactNode } from 'react';
import styles from './field.module.css';

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  /** Hides the label visually; screen readers still get it. */
  readonly hideLabel?: boolean | undefined;
  readonly children: (ids: {
    readonly control: string;
    readonly label: string;
    readonly describedBy: string | undefined;
    readonly invalid: boolean;
  }) => ReactNode;
}

/**
 * A label, a control and a hint or error, associated for screen readers. In a toolbar the label is left of the
 * control.
 */
export function Field({ label, hint, error, hideLabel, children }: FieldProps): ReactNode {
  const control = useId();
  const labelId = `${control}-label`;
  const below = `${control}-below`;
  const invalid = error !== undefined && error !== null && error !== '';
  const says = invalid ? error : hint;
  const hasText = says !== undefined && says !== null && says !== '';
  return (
    <div className={styles.field}>
      <label className={hideLabel ? styles.hidden : styles.label} htmlFor={control} id={labelId}>
        {label}
      </label>
      {children({ control, label: labelId, describedBy: hasText ? below : undefined, invalid })}
      {hasText && (
        <div id={below} className={invalid ? styles.error : styles.hint} role={invalid ? 'alert' : undefined}>
          {says}
        </div>
      )}
    </div>
  );
}
