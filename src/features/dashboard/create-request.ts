/**
 * A pending request to open the dialog: a command can run before the dashboard is loaded; the active dashboard
 * handles it.
 */
import { createStore } from 'zustand/vanilla';

export const createRequests = createStore<{ readonly open: boolean }>(() => ({ open: false }));

export function requestCreateDatabase(): void {
  createRequests.setState({ open: true });
}

export function clearCreateRequest(): void {
  createRequests.setState({ open: false });
}
