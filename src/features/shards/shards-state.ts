import { z } from 'zod';

const state = z.object({
  /** One per line. */
  ids: z.string().catch(''),
  newId: z.string().catch(''),
  otherId: z.string().catch(''),
});
export type ShardsState = z.infer<typeof state>;

export function readShardsState(saved: unknown): ShardsState {
  return state.parse(typeof saved === 'object' && saved !== null ? saved : {});
}

/** One request per id. */
export const MAX_IDS = 100;

export function idLines(text: string): readonly string[] {
  const ids = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [...new Set(ids)].slice(0, MAX_IDS);
}
