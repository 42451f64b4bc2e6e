/** The saved state of a tab. Pure. */
import { z } from 'zod';

export const views = ['owners', 'time', 'collections'] as const;
export type View = (typeof views)[number];

export const bases = ['resident', 'allocated', 'mapped'] as const;
/** Which sizes are divided among owners: they overlap, so their sums cannot be added. */
export type Basis = (typeof bases)[number];

const memoryState = z.object({
  view: z.enum(views).catch('owners'),
  /** Null until the user selects one. */
  basis: z.enum(bases).nullable().catch(null),
  watching: z.boolean().catch(true),
});
export type MemoryState = z.infer<typeof memoryState>;

/** Parses saved state, also of older versions; invalid members fall back to defaults one by one. */
export function readMemoryState(saved: unknown): MemoryState {
  return memoryState.parse(typeof saved === 'object' && saved !== null ? saved : {});
}
