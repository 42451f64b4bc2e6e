import type { ReactNode } from 'react';
import styles from './banner.module.css';

export interface BannerProps {
  readonly tone: 'info' | 'warning' | 'error';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** One line above the content of a screen: a refusal, an external change, a failed save. */
export function Banner({ tone, children, actions }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <div className={styles.text}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
