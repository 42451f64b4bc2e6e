import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Toggle, type ToggleProps } from './toggle.tsx';
import styles from './toggle.module.css';

export interface CheckboxProps extends ToggleProps {
  /** Indeterminate: some of the represented items are on. */
  readonly mixed?: boolean;
}

export function Checkbox(props: CheckboxProps): ReactNode {
  const { mixed = false, ...rest } = props;
  return (
    <Toggle
      {...rest}
      kind="checkbox"
      mixed={mixed}
      drawing={
        <span className={styles.box} aria-hidden="true">
          {mixed ? <Minus size={12} strokeWidth={3} /> : <Check size={12} strokeWidth={3} />}
        </span>
      }
    />
  );
}
