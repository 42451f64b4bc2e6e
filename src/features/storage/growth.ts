/** Growth since an earlier reading, which the tab keeps. Pure. */
import { z } from 'zod';
import { kinds, type SpaceItem, type SpaceReading } from './space-items.ts';

const baseline = z.object({
  at: z.number(),
  total: z.number(),
  /** By the id of the item. */
  items: z.record(z.string(), z.object({ kind: z.enum(kinds), name: z.string(), bytes: z.number() })),
});
export type Baseline = z.infer<typeof baseline>;

const storageState = z.object({
  /** By connection and database. */
  baselines: z.record(z.string(), baseline).catch({}),
});
export type StorageState = z.infer<typeof storageState>;

export function readStorageState(saved: unknown): StorageState {
  return storageState.parse(typeof saved === 'object' && saved !== null ? saved : {});
}

/** Smaller items are of no interest, and a database can have thousands. */
const MOST_ITEMS = 500;

export function toBaseline({ items, total }: SpaceReading, at: number): Baseline {
  const kept = items
    .slice(0, MOST_ITEMS)
    .map(({ id, kind, name, bytes }) => [id, { kind, name, bytes }] as const);
  return { at, total, items: Object.fromEntries(kept) };
}

/** In bytes; null without an earlier value. What was not there has grown from nothing. */
export function growthOf(before: Baseline | undefined, id: string, bytes: number): number | null {
  if (!before) return null;
  const first = before.items[id];
  if (first !== undefined) return bytes - first.bytes;
  return Object.keys(before.items).length < MOST_ITEMS ? bytes : null;
}

/** What was there and has no bytes any more: its space explains the difference of the totals. */
export function goneItems(before: Baseline | undefined, { items }: SpaceReading): readonly SpaceItem[] {
  const present = new Set(items.map(({ id }) => id));
  return Object.entries(before?.items ?? {})
    .filter(([id]) => !present.has(id))
    .map(([id, { kind, name }]) => ({ id, kind, name, bytes: 0, count: null }));
}
