import { z } from 'zod';

/** What a run of many requests prints. */
export const requestOutcome = z.object({
  requests: z.number(),
  seconds: z.number(),
  /** Milliseconds. */
  p50: z.number(),
  p99: z.number(),
  failed: z.number(),
});
export type Requests = z.infer<typeof requestOutcome> & { readonly perSecond: number };

export interface RequestOptions {
  readonly connections: number;
  readonly seconds: number;
  /** The path of the database, and arguments of the script. */
  readonly args: readonly string[];
}
