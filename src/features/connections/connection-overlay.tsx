import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useSession } from '../../app/registry/index.ts';
import { AccessDialog } from './access-dialog.tsx';
import { CertificatesDialog } from './certificates-dialog.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { freeColour } from './connection-colour.ts';
import { appInfoQuery, connectionsQuery } from './connections-query.ts';
import { closeOverlay, connectionOverlays } from './overlay-store.ts';
import { RemoveDialog } from './remove-dialog.tsx';

/** The open dialog, if any. */
export default function ConnectionOverlay(): ReactNode {
  const session = useSession();
  const open = useStore(connectionOverlays, (state) => state.open);
  const info = useQuery(appInfoQuery(session.port));
  const known = useQuery(connectionsQuery(session.port));
  if (open === null) return null;
  if (open.kind === 'remove') return <RemoveDialog connection={open.connection} onClose={closeOverlay} />;
  if (open.kind === 'access') return <AccessDialog connection={open.connection} onClose={closeOverlay} />;
  const canChooseFiles = info.data?.canChooseFiles ?? false;
  if (open.kind === 'certificates') {
    const view = known.data?.find((each) => each.connection.id === open.id);
    // Removed in another window.
    if (view?.connection.kind !== 'server') return null;
    return (
      <CertificatesDialog
        view={view}
        connection={view.connection}
        canChooseFiles={canChooseFiles}
        onClose={closeOverlay}
      />
    );
  }
  const { form } = open;
  if (form.id === null && known.isPending) return null;
  const taken = known.data?.map((each) => each.connection.colour) ?? [];
  return (
    <ConnectionDialog
      key={form.id ?? 'new'}
      initial={form.id === null ? { ...form, colour: freeColour(taken) } : form}
      canChooseFiles={canChooseFiles}
      onClose={closeOverlay}
      onSaved={(id) => {
        closeOverlay();
        // A new server is opened; an edited one is not.
        if (form.id === null) session.setConnection(id);
      }}
    />
  );
}
