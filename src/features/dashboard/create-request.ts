/**
 * A pending request to open the dialog: a command can run before the dashboard is loaded; the active dashboard
 * handles it.
 */
import { createStore } from 'zustand/vanilla';

export const createRequests = createStore<{ readonly open: boolean }>(() => ({ open: false }));

export function askToCreateDatabase(): void {
  createRequests.setState({ open: true });
}

export function endCreateRequest(): void {
  createRequests.setState({ open: false });
}
