import './no-eval.ts';
import { z } from 'zod';

export const debugPackageRequest = z.object({
  /** Chosen by the page, for `exports.progress`. */
  id: z.string().min(8).max(64),
  connection: z.string(),
  /** The node of the connection, or all nodes of its cluster. */
  scope: z.enum(['node', 'cluster']),
  /** Adds the stacks of all threads: every process stands still while they are captured. */
  stacks: z.boolean(),
});
export type DebugPackageRequest = z.infer<typeof debugPackageRequest>;

export const debugPackageResult = z.object({
  bytes: z.number().int(),
  /** The file that the user chose; null for a download of the browser. */
  file: z.string().nullable(),
});
export type DebugPackageResult = z.infer<typeof debugPackageResult>;
