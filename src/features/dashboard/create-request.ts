/**
 * A pending request to open the dialog: a command can run before the dashboard is loaded; the active dashboard
 * handles it.
 */
import { createStore } from 'zustand/vanilla';

export const createRequests = createStore<{ readonly open: boolean; readonly name: string }>(() => ({
  open: false,
  name: '',
}));

/** `name` is the proposed name. */
export function requestCreateDatabase(name = ''): void {
  createRequests.setState({ open: true, name });
}

export function clearCreateRequest(): void {
  createRequests.setState({ open: false, name: '' });
}
