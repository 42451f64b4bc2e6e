/** Growth since an earlier reading, which the tab keeps. Pure. */
import { z } from 'zod';
import type { SpaceReading } from './space-items.ts';

const baseline = z.object({
  at: z.number(),
  total: z.number(),
  /** Bytes by the id of the item. */
  bytes: z.record(z.string(), z.number()),
});
export type Baseline = z.infer<typeof baseline>;

const storageState = z.object({
  /** Of this database; a tab can show another one later. */
  baselines: z.record(z.string(), baseline).catch({}),
});
export type StorageState = z.infer<typeof storageState>;

export function readStorageState(saved: unknown): StorageState {
  return storageState.parse(typeof saved === 'object' && saved !== null ? saved : {});
}

/** Smaller items are of no interest, and a database can have thousands. */
const MOST_ITEMS = 500;

export function toBaseline({ items, total }: SpaceReading, at: number): Baseline {
  return {
    at,
    total,
    bytes: Object.fromEntries(items.slice(0, MOST_ITEMS).map(({ id, bytes }) => [id, bytes])),
  };
}

/** In bytes; null without an earlier value. What was not there has grown from nothing. */
export function growthOf(before: Baseline | undefined, id: string, bytes: number): number | null {
  if (!before) return null;
  const first = before.bytes[id];
  if (first !== undefined) return bytes - first;
  return Object.keys(before.bytes).length < MOST_ITEMS ? bytes : null;
}
