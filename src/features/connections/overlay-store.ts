/**
 * The open dialog of this feature. The shell shows it over any screen, so that a command can open it from anywhere.
 */
import { createStore } from 'zustand/vanilla';
import type { Connection, ServerConnection } from '../../contract/index.ts';
import { emptyForm, formOf, type ConnectionForm } from './connection-form.ts';

export type ConnectionOverlay =
  | { readonly kind: 'form'; readonly form: ConnectionForm }
  | { readonly kind: 'access'; readonly connection: Connection }
  | { readonly kind: 'certificates'; readonly id: string }
  | { readonly kind: 'remove'; readonly connection: ServerConnection };

export const connectionOverlays = createStore<{ readonly open: ConnectionOverlay | null }>(() => ({
  open: null,
}));

export function addServer(): void {
  connectionOverlays.setState({ open: { kind: 'form', form: emptyForm } });
}

/** With the address filled in. */
export function addServerAt(url: string): void {
  connectionOverlays.setState({ open: { kind: 'form', form: { ...emptyForm, url } } });
}

export function editServer(connection: ServerConnection): void {
  connectionOverlays.setState({ open: { kind: 'form', form: formOf(connection) } });
}

export function duplicateServer(connection: ServerConnection): void {
  const form = {
    ...formOf(connection),
    id: null,
    name: `${connection.name} copy`,
    // A new connection is read-only until more access is selected and confirmed.
    mode: 'read-only' as const,
  };
  connectionOverlays.setState({ open: { kind: 'form', form } });
}

export function changeAccess(connection: Connection): void {
  connectionOverlays.setState({ open: { kind: 'access', connection } });
}

export function manageCertificates({ id }: ServerConnection): void {
  connectionOverlays.setState({ open: { kind: 'certificates', id } });
}

export function removeServer(connection: ServerConnection): void {
  connectionOverlays.setState({ open: { kind: 'remove', connection } });
}

export function closeOverlay(): void {
  connectionOverlays.setState({ open: null });
}
