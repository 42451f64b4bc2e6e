/** All files of a database as one bar, by kind; the legend has the same figures as text. */
import type { ReactNode } from 'react';
import { formatBytes } from '../../ui/index.ts';
import { kindTexts } from './kind-texts.ts';
import { kinds, type SpaceReading } from './space-items.ts';
import styles from './storage.module.css';

export function SpaceBar({ reading }: { readonly reading: SpaceReading }): ReactNode {
  const { items, total } = reading;
  const parts = kinds
    .map((kind) => ({
      kind,
      bytes: items.reduce((sum, item) => (item.kind === kind ? sum + item.bytes : sum), 0),
    }))
    .filter(({ bytes }) => bytes > 0);
  return (
    <div className={styles.summary}>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ kind, bytes }) => (
          <span
            key={kind}
            data-kind={kind}
            title={`${kindTexts[kind].label}: ${formatBytes(bytes)}`}
            style={{ flexGrow: bytes / total, background: kindTexts[kind].background }}
          />
        ))}
      </div>
      <ul className={styles.legend} aria-label="Space by kind">
        {parts.map(({ kind, bytes }) => (
          <li key={kind}>
            <i aria-hidden="true" data-kind={kind} style={{ background: kindTexts[kind].background }} />
            {kindTexts[kind].label}
            <b>{formatBytes(bytes)}</b>
            <small>{share(bytes, total)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `12.5 %`; a part that is there is never `0 %`. */
export function share(bytes: number, total: number): string {
  if (total <= 0) return '–';
  const percent = (100 * bytes) / total;
  return percent > 0 && percent < 0.1 ? '< 0.1 %' : `${percent.toFixed(1)} %`;
}
