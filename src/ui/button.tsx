import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { DisabledReason } from './disabled-reason.tsx';
import { Icon, type IconSource } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  readonly icon?: IconSource;
  /** Shows a spinner and disables the button. */
  readonly busy?: boolean;
  /** Disables the button and says why, as tooltip and accessible description. */
  readonly disabledReason?: string | undefined;
}

export function Button(props: ButtonProps): ReactNode {
  const {
    variant = 'secondary',
    icon,
    busy = false,
    className,
    children,
    disabled,
    disabledReason,
    ...rest
  } = props;
  const look = classNames(styles.button, styles[variant], className);
  const content = (
    <>
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden="true">
          <Icon source={icon} />
        </span>
      )}
      {children}
    </>
  );
  if (disabledReason !== undefined)
    return (
      <DisabledReason reason={disabledReason}>
        {(reason) => (
          <button type="button" {...rest} {...reason} className={look}>
            {content}
          </button>
        )}
      </DisabledReason>
    );
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={look}
    >
      {content}
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
  /** Disables the button and says why, as tooltip and accessible description. */
  readonly disabledReason?: string | undefined;
}

export function IconButton(props: IconButtonProps): ReactNode {
  const { label, icon, variant = 'ghost', pressed, shortcut, className, disabledReason, ...rest } = props;
  const look = classNames(styles.button, styles[variant], styles.iconOnly, className);
  if (disabledReason !== undefined)
    return (
      <DisabledReason reason={disabledReason}>
        {(reason) => (
          <button type="button" {...rest} disabled={false} {...reason} aria-label={label} className={look}>
            <Icon source={icon} />
          </button>
        )}
      </DisabledReason>
    );
  return (
    <Tooltip content={shortcut === undefined ? label : `${label} (${shortcut})`}>
      <button type="button" {...rest} aria-label={label} aria-pressed={pressed} className={look}>
        <Icon source={icon} />
      </button>
    </Tooltip>
  );
}
