/**
 * A pending request to open the dialog: a command can run before the dashboard is loaded. The dashboard of its
 * connection handles it; those of other connections can be open too.
 */
import { createStore } from 'zustand/vanilla';

export interface CreateRequest {
  readonly connectionId: string;
  /** The proposed name. */
  readonly name: string;
}

export const createRequests = createStore<{ readonly pending: CreateRequest | null }>(() => ({
  pending: null,
}));

export function requestCreateDatabase(connectionId: string, name = ''): void {
  createRequests.setState({ pending: { connectionId, name } });
}

export function clearCreateRequest(): void {
  createRequests.setState({ pending: null });
}
