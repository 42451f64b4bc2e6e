/** What compressing order-like documents saves, and what it costs while they are written. */
import { z } from 'zod';
import { percentile, report } from '../report.ts';
import { bulkLoad } from './bulk-load.ts';
import { order } from './documents.ts';
import { progress } from './progress.ts';
import { send } from './send.ts';
import { startRookeryd, type Side } from './sides.ts';
import type { Sizes } from './sizes.ts';

const RUNS = 3;

const stats = z.object({
  Collections: z.object({
    Orders: z.object({ CountOfDocuments: z.number(), DocumentsSize: z.object({ SizeInBytes: z.number() }) }),
  }),
});

export async function compression({ compression: documents, warmUp }: Sizes): Promise<void> {
  const side = await startRookeryd();
  try {
    await side.createDatabase('warm');
    await bulkLoad(side, 'warm', 0, warmUp);
    const seconds: Record<'plain' | 'packed', number[]> = { plain: [], packed: [] };
    for (let run = 0; run < RUNS; run++)
      // Turn and turn about, so that a slow moment of the machine meets both.
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
    const plain = await storedSize(side, 'plain-0', documents);
    const packed = await storedSize(side, 'packed-0', documents);
    const raw = rawSize(documents);
    report('storage', 'compressed-size', (100 * packed) / raw, {
      documents,
      raw_bytes_per_document: Math.round(raw / documents),
      stored: Math.round(packed / documents),
      stored_uncompressed: Math.round(plain / documents),
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

/** Bytes of the documents' bodies as they were sent. */
function rawSize(documents: number): number {
  let bytes = 0;
  for (let number = 0; number < documents; number++)
    bytes += Buffer.byteLength(JSON.stringify(order(number)));
  return bytes;
}

/** Bytes of the bodies as they are stored, by the collection's own statistics. */
async function storedSize(side: Side, database: string, documents: number): Promise<number> {
  const text = await send(side.url, 'GET', `/databases/${database}/collections/stats/detailed`);
  const { Orders } = stats.parse(JSON.parse(text)).Collections;
  if (Orders.CountOfDocuments !== documents)
    throw new Error(`${database} has ${Orders.CountOfDocuments} documents, not ${documents}.`);
  return Orders.DocumentsSize.SizeInBytes;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
