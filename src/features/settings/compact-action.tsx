/** Compacts the database after confirmation, with progress and cancel in the status bar. */
import { useQueryClient } from '@tanstack/react-query';
import { Minimize2 } from 'lucide-react';
import { useId, useState } from 'react';
import { type Database, useSession } from '../../app/registry/index.ts';
import { PortError } from '../../contract/index.ts';
import { compactDatabase } from '../../protocol/operations.ts';
import { Button, ConfirmDialog, formatBytes, formatCount } from '../../ui/index.ts';
import styles from './compression-effect.module.css';

export function CompactAction({ database }: { readonly database: Database }) {
  const session = useSession();
  const queries = useQueryClient();
  const heading = useId();
  const [confirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const { name, server } = database.client;

  const compact = async () => {
    const doing = `Compacting ${name}`;
    setBusy(true);
    try {
      const { before, after } = await session.runOperation(doing, (control) =>
        compactDatabase(server, name, {
          signal: control.signal,
          onProgress: (done, total) =>
            control.report({
              done,
              total,
              note: total === null ? 'Starting' : `${formatCount(done)} of ${formatCount(total)}`,
            }),
        }),
      );
      session.notify({
        kind: 'success',
        message:
          before === undefined || after === undefined
            ? `Compacted ${name}.`
            : `Compacted ${name}: ${formatBytes(after)} on disk, ${formatBytes(before)} before.`,
      });
    } catch (thrown) {
      if (thrown instanceof PortError && ['cancelled', 'not-confirmed'].includes(thrown.code))
        session.notify({ kind: 'info', message: `${doing}: ${thrown.message}` });
      else session.reportError(thrown, doing);
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: [...database.key] });
    }
  };

  return (
    <section className={styles.effect} aria-labelledby={heading}>
      <h3 id={heading}>Compaction</h3>
      <div className={styles.action}>
        <Button
          icon={<Minimize2 />}
          busy={busy}
          disabledReason={database.writeRefusal}
          onClick={() => setConfirming(true)}
        >
          {busy ? 'Compacting…' : 'Compact database…'}
        </Button>
        <p className={styles.note}>Rewrites documents with these settings and frees unused space.</p>
      </div>
      <ConfirmDialog
        open={confirming}
        title={`Compact ${name}?`}
        confirmLabel="Compact"
        onConfirm={() => {
          setConfirming(false);
          void compact();
        }}
        onClose={() => setConfirming(false)}
      >
        Documents do not change. A RavenDB server takes the database offline meanwhile; the sandbox does not.
        You can cancel in the status bar.
      </ConfirmDialog>
    </section>
  );
}
