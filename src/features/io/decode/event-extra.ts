/**
 * One extra number per event. For writes, flushes and syncs it is the file size; for compression the compressed
 * size with the acceleration in the upper digits: both are small enough to share a double.
 */
const ABOVE = 2 ** 40;

export const compressionExtra = (compressed: number, acceleration: number): number =>
  Math.min(compressed, ABOVE - 1) + Math.min(4095, Math.max(0, Math.round(acceleration))) * ABOVE;

export const compressedOf = (extra: number): number => extra % ABOVE;
export const accelerationOf = (extra: number): number => Math.floor(extra / ABOVE);
