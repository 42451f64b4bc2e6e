import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useSession } from '../../app/registry/index.ts';
import { AccessDialog } from './access-dialog.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { appInfoQuery } from './connections-query.ts';
import { closeOverlay, connectionOverlays } from './overlay-store.ts';
import { RemoveDialog } from './remove-dialog.tsx';

/** The open dialog, if any. */
export default function ConnectionOverlay(): ReactNode {
  const session = useSession();
  const open = useStore(connectionOverlays, (state) => state.open);
  const info = useQuery(appInfoQuery(session.port));
  if (open === null) return null;
  if (open.kind === 'remove') return <RemoveDialog connection={open.connection} onClose={closeOverlay} />;
  if (open.kind === 'access') return <AccessDialog connection={open.connection} onClose={closeOverlay} />;
  return (
    <ConnectionDialog
      key={open.form.id ?? 'new'}
      initial={open.form}
      canChooseFiles={info.data?.canChooseFiles ?? false}
      onClose={closeOverlay}
      onSaved={(id) => {
        closeOverlay();
        // A new server is opened; an edited one is not.
        if (open.form.id === null) session.setConnection(id);
      }}
    />
  );
}
