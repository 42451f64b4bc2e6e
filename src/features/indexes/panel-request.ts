/** A command that shows a panel of the index list, which may open the list first. */
import { createStore } from 'zustand/vanilla';

export type IndexPanel = 'details' | 'errors' | 'terms' | 'groups' | 'dependents' | 'cleanup';

export interface PanelRequest {
  readonly connectionId: string;
  readonly database: string;
  readonly panel: IndexPanel;
}

export const panelRequests = createStore<{ readonly pending: PanelRequest | null }>(() => ({
  pending: null,
}));

export function requestPanel(request: PanelRequest): void {
  panelRequests.setState({ pending: request });
}

export function clearPanelRequest(): void {
  panelRequests.setState({ pending: null });
}
