/** The share of a split pane: limited, and saved by name. */

/** Keeps both panes at least `min` pixels long; without space for both, they share it. */
export function clampShare(share: number, min: number, length: number): number {
  if (!Number.isFinite(share) || length <= 0) return 0.5;
  const least = Math.min(min / length, 0.5);
  return Math.min(1 - least, Math.max(least, share));
}

/** Grid tracks: first pane, border, second pane. */
export function tracksOf(share: number): string {
  return `minmax(0, ${share.toFixed(4)}fr) 0 minmax(0, ${(1 - share).toFixed(4)}fr)`;
}

/** The first pane has `fit` pixels, at least `min` and at most the share `most` of the length. */
export function fittedTracks(fit: number, min: number, most: number): string {
  return `min(${Math.max(fit, min)}px, ${(most * 100).toFixed(2)}%) 0 minmax(0, 1fr)`;
}

const prefix = 'rookery.split.';

export function readShare(storageKey: string | undefined): number | null {
  if (storageKey === undefined) return null;
  const stored = storage()?.getItem(prefix + storageKey);
  const share = Number(stored ?? 'none');
  return share > 0 && share < 1 ? share : null;
}

export function writeShare(storageKey: string | undefined, share: number): void {
  if (storageKey !== undefined) storage()?.setItem(prefix + storageKey, share.toFixed(4));
}

export function clearShare(storageKey: string | undefined): void {
  if (storageKey !== undefined) storage()?.removeItem(prefix + storageKey);
}

/** The browser can deny storage; then the share is not saved. */
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
