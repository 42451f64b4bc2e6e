/** The share of a split pane: limited, and saved by name. */

/** Keeps both panes at least `min` pixels long; without space for both, they share it. */
export function clampShare(share: number, min: number, length: number): number {
  if (!Number.isFinite(share) || length <= 0) return 0.5;
  const least = Math.min(min / length, 0.5);
  return Math.min(1 - least, Math.max(least, share));
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

/** The browser can deny storage; then the share is not saved. */
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
