/** Savings and write cost of compression for order-like documents. */
import { z } from 'zod';
import { round } from '../both-sides.ts';
import { percentile, report } from '../report.ts';
import { bulkLoad } from './bulk-load.ts';
import { order } from './documents.ts';
import { progress } from './progress.ts';
import { send } from './send.ts';
import { startRookeryd, type Side } from './sides.ts';
import type { Sizes } from './sizes.ts';

const RUNS = 3;

const size = z.object({ SizeInBytes: z.number() });
const stats = z.object({
  Collections: z.object({
    Orders: z.object({
      CountOfDocuments: z.number(),
      DocumentsSize: size,
      Compression: z.object({
        SizeBeforeCompression: size,
        SizeAfterCompression: size,
        RecentRatio: z.number().nullish(),
      }),
    }),
  }),
});

export async function compression({ compression: documents, warmUp }: Sizes): Promise<void> {
  const side = await startRookeryd();
  try {
    await side.createDatabase('warm');
    await bulkLoad(side, 'warm', 0, warmUp);
    const seconds: Record<'plain' | 'packed', number[]> = { plain: [], packed: [] };
    for (let run = 0; run < RUNS; run++)
      // Alternating, so that a disturbance affects both.
      for (const kind of ['plain', 'packed'] as const) {
        const database = `${kind}-${run}`;
        await side.createDatabase(database);
        if (kind === 'packed')
          await send(side.url, 'POST', `/databases/${database}/admin/documents-compression/config`, {
            Collections: ['Orders'],
          });
        progress(`compression: ${documents} documents, ${kind}`);
        seconds[kind].push((await bulkLoad(side, database, 0, documents)).seconds);
      }
    const { Compression, DocumentsSize } = await collectionStats(side, 'packed-0', documents);
    const raw = rawSize(documents);
    const each = (bytes: number): number => round(bytes / documents);
    report('storage', 'compressed-size', (100 * Compression.SizeAfterCompression.SizeInBytes) / raw, {
      documents,
      raw_bytes_per_document: each(raw),
      stored_body: each(Compression.SizeAfterCompression.SizeInBytes),
      stored_with_id_and_marks: each(DocumentsSize.SizeInBytes),
      // The first documents are stored before a dictionary exists; this is the ratio of the last ones.
      percent_of_the_newest: round(100 * (Compression.RecentRatio ?? Number.NaN)),
    });
    const [with_, without] = [percentile(seconds.packed, 0.5), percentile(seconds.plain, 0.5)];
    report('storage', 'compressed-write-time', with_ / without, {
      seconds: round(with_),
      seconds_uncompressed: round(without),
      runs: RUNS,
    });
  } finally {
    await side.remove();
  }
}

/** Bytes of the document bodies as sent. */
function rawSize(documents: number): number {
  let bytes = 0;
  for (let number = 0; number < documents; number++)
    bytes += Buffer.byteLength(JSON.stringify(order(number)));
  return bytes;
}

async function collectionStats(
  side: Side,
  database: string,
  documents: number,
): Promise<z.infer<typeof stats>['Collections']['Orders']> {
  const text = await send(side.url, 'GET', `/databases/${database}/collections/stats/detailed`);
  const { Orders } = stats.parse(JSON.parse(text)).Collections;
  if (Orders.CountOfDocuments !== documents)
    throw new Error(`${database} has ${Orders.CountOfDocuments} documents, not ${documents}.`);
  return Orders;
}
