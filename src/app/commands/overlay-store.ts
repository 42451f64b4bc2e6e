import { createStore } from 'zustand/vanilla';

/** Which overlay (palette, shortcuts, problems) is open. */
export type Overlay = 'palette' | 'shortcuts' | null;

export const overlayStore = createStore<{ readonly overlay: Overlay }>(() => ({ overlay: null }));

export function openOverlay(overlay: Overlay): void {
  overlayStore.setState({ overlay });
}
