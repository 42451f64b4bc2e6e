/** A pattern of the disk check and the figures that both programs report. */
import { z } from 'zod';

export const patternSchema = z.object({
  Method: z.enum(['Journal', 'Durable', 'WriteSync', 'Buffered', 'Read']),
  Access: z.enum(['Sequential', 'Random']),
  BlockSize: z.number(),
  Threads: z.number(),
});

export interface Pattern {
  readonly method: z.infer<typeof patternSchema>['Method'];
  readonly access: z.infer<typeof patternSchema>['Access'];
  readonly blockSize: number;
  readonly threads: number;
}

export interface Figures {
  /** Median latency in microseconds. */
  readonly p50: number;
  /** Operations per second of all threads. */
  readonly rate: number;
}

export function nameOf({ method, access, blockSize, threads }: Pattern): string {
  return `${method}-${access}-${blockSize >> 10}k-${threads}`.toLowerCase();
}
