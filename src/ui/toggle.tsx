import { useEffect, useId, useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './toggle.module.css';

export interface ToggleProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Shown after the label, as its description. */
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  /** Hides the label visually; screen readers still get it. */
  readonly hideLabel?: boolean;
  /** -1: the keyboard uses the control through its container. */
  readonly tabIndex?: number;
}

interface DrawnToggleProps extends ToggleProps {
  readonly kind: 'checkbox' | 'switch';
  readonly mixed?: boolean;
  /** The visible part; the native control lies over it, transparent. */
  readonly drawing: ReactNode;
}

/** The native checkbox with custom drawing. */
export function Toggle(props: DrawnToggleProps): ReactNode {
  const {
    kind,
    label,
    checked,
    onChange,
    hint,
    disabled = false,
    mixed = false,
    hideLabel,
    drawing,
    tabIndex,
  } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = mixed;
  }, [mixed]);
  const hinted = hint !== undefined && hint !== null;
  return (
    <div className={classNames(styles.line, disabled && styles.disabled)}>
      <span className={styles.control}>
        <input
          ref={input}
          id={id}
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          className={styles.input}
          tabIndex={tabIndex}
          checked={checked}
          disabled={disabled}
          aria-describedby={hinted ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        {drawing}
      </span>
      <span className={styles.text}>
        <label htmlFor={id} className={hideLabel ? styles.hidden : undefined}>
          {label}
        </label>
        {hinted && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}
