/** One line over the editor when something happened: a change from elsewhere, a failed save, a text that is not JSON. */
import type { ReactNode } from 'react';
import styles from './documents.module.css';

export interface BannerProps {
  readonly tone: 'info' | 'warning' | 'error';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

export function Banner({ tone, children, actions }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <div className={styles.bannerText}>{children}</div>
      {actions && <div className={styles.buttonRow}>{actions}</div>}
    </div>
  );
}
