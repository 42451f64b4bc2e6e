/** The check of the release feed: off until the user turns it on, and never more than a notice. */
import './no-eval.ts';
import { z } from 'zod';

/** A release that is newer than the running version. */
export const newerRelease = z.object({
  version: z.string(),
  /** `YYYY-MM-DD`. */
  date: z.string(),
  /** The page of the release: https, from the signed part of the feed. */
  page: z.string(),
});

export const updateState = z.object({
  version: z.string(),
  /** Host and path of the feed; null when this build names none, and then nothing can be checked. */
  feed: z.string().nullable(),
  enabled: z.boolean(),
  /** The last check that was answered; ISO date. */
  checkedAt: z.string().nullable(),
  newer: newerRelease.nullable(),
  /** Enabled, and the last check was more than a day ago. */
  isDue: z.boolean(),
});
export type UpdateState = z.infer<typeof updateState>;
