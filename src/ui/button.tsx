import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconSource } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  readonly icon?: IconSource;
  /** Shows a spinner and disables the button. */
  readonly busy?: boolean;
}

export function Button(props: ButtonProps): ReactNode {
  const { variant = 'secondary', icon, busy = false, className, children, disabled, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={classNames(styles.button, styles[variant], className)}
    >
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden="true">
          <Icon source={icon} />
        </span>
      )}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: IconSource;
  readonly variant?: 'ghost' | 'secondary' | 'danger';
  /** For a toggle button. */
  readonly pressed?: boolean;
  readonly shortcut?: string | undefined;
}

export function IconButton(props: IconButtonProps): ReactNode {
  const { label, icon, variant = 'ghost', pressed, shortcut, className, ...rest } = props;
  return (
    <Tooltip content={shortcut === undefined ? label : `${label} (${shortcut})`}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={pressed}
        className={classNames(styles.button, styles[variant], styles.iconOnly, className)}
      >
        <Icon source={icon} />
      </button>
    </Tooltip>
  );
}
