import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/index.ts';
import styles from './threads.module.css';

/** A shell command with a copy button. */
export function CommandLine({ command }: { command: string }): ReactNode {
  return (
    <div className={styles.command}>
      <code>{command}</code>
      <CopyButton label="Copy the command" text={command} />
    </div>
  );
}
