/** A server cannot be measured from here: what it offers instead, and the command to run there. */
import { Gauge } from 'lucide-react';
import { CopyButton, EmptyState } from '../../ui/index.ts';
import styles from './disk-check.module.css';

const COMMAND = 'rookeryd disk-check DIR';

export function ServerPane() {
  return (
    <div className={styles.screen}>
      <EmptyState
        icon={Gauge}
        title="Run the disk check on the server"
        text={
          <>
            RavenDB has no disk test in its API. On its computer, run this line with the data folder as DIR;
            rookeryd is one program file and needs no installation. It reads and changes no other files.
            <span className={styles.command}>
              <code>{COMMAND}</code>
              <CopyButton iconOnly label="Copy command" text={COMMAND} />
            </span>
            While it is used, the server reports how long its own journal writes take: see the I/O screen of a
            database.
          </>
        }
      />
    </div>
  );
}
