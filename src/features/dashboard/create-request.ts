/** A command asks for the dialog before the dashboard may even be loaded; the dashboard in front takes the request. */
import { createStore } from 'zustand/vanilla';

export const createRequests = createStore<{ readonly open: boolean }>(() => ({ open: false }));

export function askToCreateDatabase(): void {
  createRequests.setState({ open: true });
}

export function endCreateRequest(): void {
  createRequests.setState({ open: false });
}
