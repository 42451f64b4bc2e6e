import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Documents } from './documents.ts';
import type { Side } from './sides.ts';

const outcome = z.object({ documents: z.number(), bytes: z.number(), seconds: z.number() });
export type Load = z.infer<typeof outcome>;

/** One bulk insert by a separate process; the response comes when the server has everything on disk. */
export async function bulkLoad(
  side: Side,
  database: string,
  first: number,
  count: number,
  way: 'made-ahead' | 'made-on-the-way' = 'made-ahead',
  of: Documents = 'orders',
): Promise<Load> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--max-old-space-size=4096',
      join(import.meta.dirname, 'bulk-sender.ts'),
      side.url,
      database,
      String(first),
      String(count),
      way,
      of,
    ],
    { maxBuffer: 1 << 20 },
  );
  return outcome.parse(JSON.parse(stdout));
}
