/**
 * A separate process that keeps a server busy until its parent disconnects: `load-process.ts URL DATABASE DOCUMENTS`.
 * One connection sends batches without a pause, and an index over the collection is built again and again. Answers
 * each message of the parent with its counts; the first counts say that the load is running.
 */
import { z } from 'zod';
import { send } from '../storage/send.ts';
import { preparedBatches, PUTS_PER_BATCH } from './batches.ts';
import type { Counts } from './load.ts';
import { openConnection } from './raw-connection.ts';

const POLL_MS = 50;

const [url = '', database = '', documentsText = ''] = process.argv.slice(2);
const counts = { batches: 0, builds: 0, indexed: 0 };
let building = false;
const reportCounts = (): void => {
  process.send?.({ ...counts } satisfies Counts);
};
process.on('disconnect', () => process.exit(0));

async function sendBatches(): Promise<never> {
  const connection = await openConnection(url);
  const batches = preparedBatches(url, database);
  for (;;) {
    await connection.request(batches.next());
    counts.batches++;
  }
}

/** Each index has a new name; the former one is deleted. */
async function buildIndexes(): Promise<never> {
  let complete = 0;
  for (let number = 1; ; number++) {
    const name = `Orders/Busy${number}`;
    const present = Number(documentsText) + counts.batches * PUTS_PER_BATCH;
    await send(url, 'PUT', `/databases/${database}/admin/indexes`, { Indexes: [definition(name)] });
    if (number > 1) await send(url, 'DELETE', `/databases/${database}/indexes?name=Orders/Busy${number - 1}`);
    building = true;
    // Batches arrive all the time, so that it may never be up to date with the latest document.
    for (let entries = 0; entries < present;) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      entries = await entriesOf(name);
      counts.indexed = complete + entries;
    }
    complete = counts.indexed;
    counts.builds++;
  }
}

const definition = (name: string): Record<string, unknown> => ({
  Name: name,
  Maps: [
    'from order in docs.Orders select new { order.Company, order.Employee, order.OrderedAt, order.Freight, City = order.ShipTo.City }',
  ],
});

const stats = z.object({
  Results: z.tuple([z.object({ EntriesCount: z.number(), State: z.string(), Status: z.string() })]),
});

async function entriesOf(name: string): Promise<number> {
  const text = await send(url, 'GET', `/databases/${database}/indexes/stats?name=${name}`);
  const [{ EntriesCount, State, Status }] = stats.parse(JSON.parse(text)).Results;
  if (State !== 'Normal' || Status !== 'Running')
    throw new Error(`the index ${name} is not being built: ${State}, ${Status}`);
  return EntriesCount;
}

/** The first counts are sent when batches are answered and the first index exists. */
async function reportWhenBusy(): Promise<void> {
  while (counts.batches < 5 || !building) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  reportCounts();
  process.on('message', reportCounts);
}

await Promise.all([sendBatches(), buildIndexes(), reportWhenBusy()]);
