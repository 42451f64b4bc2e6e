import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/index.ts';
import styles from './threads.module.css';

/** A command to be run in a terminal, and a button that copies it. */
export function CommandLine({ command }: { command: string }): ReactNode {
  return (
    <div className={styles.command}>
      <code>{command}</code>
      <CopyButton label="Copy the command" text={command} />
    </div>
  );
}
