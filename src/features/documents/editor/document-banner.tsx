/** A banner above the editor: an external change, a failed save, invalid JSON. */
import type { ReactNode } from 'react';
import styles from '../documents.module.css';

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
