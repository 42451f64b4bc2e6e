/** The saved form of a tab's captures: bounded in size, validated when read. Pure. */
import { z } from 'zod';
import type { ThreadUsage } from '../../protocol/threads.ts';
import type { Capture, StoredCapture, TabCaptures } from './captures.ts';

/** In characters. A capture of a large server has some hundred kilobytes, a long profile some megabytes. */
export const MAX_SAVED = 24_000_000;

const capture = z.object({
  groups: z.array(
    z.object({
      threadIds: z.array(z.number()),
      count: z.number(),
      native: z.boolean().nullable(),
      threadType: z.string().nullable(),
      frames: z.array(z.string()),
      node: z.string().nullable(),
    }),
  ),
  // Written by this program from a validated answer.
  threads: z.array(
    z.custom<ThreadUsage>((value) => typeof value === 'object' && value !== null && 'id' in value),
  ),
  facts: z
    .object({
      pauseMs: z.number().nullable(),
      totalMs: z.number().nullable(),
      method: z.string().nullable(),
      partial: z.boolean(),
      notes: z.array(z.string()),
    })
    .nullable(),
  failures: z.array(z.object({ node: z.string(), error: z.string() })),
  raw: z.string(),
});

const stored: z.ZodType<StoredCapture> = z.object({
  id: z.number(),
  name: z.string(),
  at: z.number(),
  file: z.string().nullable(),
  capture,
  unit: z.enum(['thread', 'sample']),
  series: z.array(z.object({ at: z.number(), capture })),
});

const saved = z.object({
  /** Newest last. */
  kept: z.array(stored),
  /** Ids of the shown capture and profile. */
  capture: z.number().nullable(),
  profile: z.number().nullable(),
});
export type SavedCaptures = z.infer<typeof saved>;

/** As text; the oldest captures are left out when all of them are too long. Null: nothing to save. */
export function writeCaptures(tab: Pick<TabCaptures, 'kept' | 'capture' | 'profile'>): string | null {
  const idOf = (shown: Capture): number | null => (shown.kind === 'captured' ? shown.kept.id : null);
  const kept = tab.kept.map((each) => ({ id: each.id, text: JSON.stringify(each) }));
  let length = 0;
  const fitting = kept
    .reverse()
    .filter(({ text }) => (length += text.length) <= MAX_SAVED)
    .reverse();
  if (fitting.length === 0) return null;
  const list = fitting.map(({ text }) => text).join(',');
  const shown = JSON.stringify({ capture: idOf(tab.capture), profile: idOf(tab.profile) });
  return `{"kept":[${list}],${shown.slice(1)}`;
}

/** Null for a text of another version. */
export function readCaptures(text: string): SavedCaptures | null {
  try {
    const read = saved.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return null;
    throw thrown;
  }
}
