/** The saved state of a tab. Pure. */
import { z } from 'zod';
import { DEFAULT_IGNORED } from './documents/canonical.ts';
import { sections } from './rows/compare-row.ts';

export const views = [...sections, 'documents'] as const;
export type View = (typeof views)[number];

const compareState = z.object({
  /** The other side; null until it is chosen. */
  connection: z.string().nullable().catch(null),
  database: z.string().nullable().catch(null),
  view: z.enum(views).catch('figures'),
  onlyDifferences: z.boolean().catch(false),
  /** Reads the figures again and again. */
  watching: z.boolean().catch(true),
  extent: z.enum(['newest', 'all']).catch('newest'),
  /** Null: all collections. */
  collections: z.array(z.string()).nullable().catch(null),
  newest: z.number().int().min(1).max(1_000).catch(100),
  most: z.number().int().min(1).max(1_000_000).catch(100_000),
  ignoredMetadata: z.string().catch(DEFAULT_IGNORED.join(', ')),
});
export type CompareState = z.infer<typeof compareState>;

/** Parses saved state, also of older versions; invalid members fall back to defaults one by one. */
export function readCompareState(saved: unknown): CompareState {
  return compareState.parse(typeof saved === 'object' && saved !== null ? saved : {});
}

export function ignoredNames(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
