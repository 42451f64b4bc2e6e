import { createStore } from 'zustand/vanilla';

/** Which of the overlays that any command may open is open. */
export type Overlay = 'palette' | 'shortcuts' | null;

export const overlayStore = createStore<{ readonly overlay: Overlay }>(() => ({ overlay: null }));

export function openOverlay(overlay: Overlay): void {
  overlayStore.setState({ overlay });
}
