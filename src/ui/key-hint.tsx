import type { ReactNode } from 'react';
import { keyNames } from './key-names.ts';
import styles from './key-hint.module.css';

/** A shortcut as keys: `Mod+K` renders Ctrl K, on macOS ⌘ K. Other texts are shown unchanged. */
export function KeyHint({ keys }: { readonly keys: string }): ReactNode {
  return (
    <span className={styles.keys}>
      {keyNames(keys).map((key, index) => (
        <kbd key={index} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
