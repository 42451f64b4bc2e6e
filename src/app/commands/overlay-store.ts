import { createStore } from 'zustand/vanilla';

/** Which overlay (palette, shortcuts, updates) is open. */
export type Overlay = 'palette' | 'shortcuts' | 'updates' | null;

export const overlayStore = createStore<{ readonly overlay: Overlay }>(() => ({ overlay: null }));

export function openOverlay(overlay: Overlay): void {
  overlayStore.setState({ overlay });
}
