/**
 * Documents per second that a worker of a subscription receives and acknowledges, in batches of 4,096 (the clients'
 * default) and of 32: `npm run bench -- subscriptions [--quick] [--alone]`. On rookeryd and on a RavenDB, one after the
 * other; four concurrent workers only on rookeryd, because RavenDB needs a licence for them.
 */
import { buildNative } from '../build-native.ts';
import { reportFigure, reportRatio } from './both-sides.ts';
import { bulkLoad } from './storage/bulk-load.ts';
import { diskUseAtRest } from './storage/disk-use.ts';
import { progress } from './storage/progress.ts';
import { closeConnections, send } from './storage/send.ts';
import { startRavendb, startRookeryd, type Side } from './storage/sides.ts';
import { parseSizes, type Sizes } from './storage/sizes.ts';
import { openWorker } from './subscriptions/worker.ts';

const DATABASE = 'sent';
const BATCHES = [4096, 32] as const;

interface Rate {
  readonly documents: number;
  readonly seconds: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const sizes = parseSizes(args);
  if (sizes.quick) progress('a quick run: its figures say that the bench works, and nothing else');
  await buildNative('release');
  const ravendb = sizes.alone ? undefined : await startRavendb();
  const theirs = ravendb && (await measured(ravendb, sizes));
  const ours = await measured(await startRookeryd(), sizes);
  for (const [number, batch] of BATCHES.entries()) {
    const [rookeryd, other] = [ours.single[number], theirs?.single[number]];
    if (!rookeryd) continue;
    reportRatio(
      'subscriptions',
      `documents-${batch}`,
      { rookeryd: perSecond(rookeryd), ravendb: other && perSecond(other), of: 'documents/s' },
      { documents: rookeryd.documents, on_ravendb: other?.documents ?? null },
    );
  }
  if (ours.four)
    reportFigure('subscriptions', 'documents-32-four-workers', {
      rookeryd: perSecond(ours.four),
      ravendb: undefined,
    });
  closeConnections();
}

async function measured(
  side: Side,
  { load: documents, quick }: Sizes,
): Promise<{ single: readonly Rate[]; four: Rate | undefined }> {
  const seconds = quick ? 2 : 20;
  try {
    await side.createDatabase(DATABASE);
    progress(`${side.name}: ${documents} documents`);
    await bulkLoad(side, DATABASE, 0, documents, 'made-on-the-way');
    await diskUseAtRest(side.databaseFolder(DATABASE));
    await received(side, 'warm', 4096, 1, documents, seconds / 4);
    const single: Rate[] = [];
    for (const batch of BATCHES) {
      progress(`${side.name}: one worker, batches of ${batch}`);
      single.push(await received(side, `of${batch}`, batch, 1, documents, seconds));
    }
    if (side.name === 'ravendb') return { single, four: undefined };
    progress(`${side.name}: four concurrent workers, batches of 32`);
    return { single, four: await received(side, 'shared', 32, 4, documents, seconds) };
  } finally {
    await side.remove();
  }
}

/** Receives until a new subscription has sent everything, or for so many seconds. */
async function received(
  side: Side,
  name: string,
  batch: number,
  workers: number,
  most: number,
  seconds: number,
): Promise<Rate> {
  await send(side.url, 'PUT', `/databases/${DATABASE}/subscriptions`, { Name: name, Query: 'from Orders' });
  const strategy = workers > 1 ? 'Concurrent' : 'OpenIfFree';
  const options = { database: DATABASE, subscription: name, batch, strategy } as const;
  const open = await Promise.all(Array.from({ length: workers }, () => openWorker(side, options)));
  const begin = performance.now();
  const passed = (): number => (performance.now() - begin) / 1000;
  let documents = 0;
  let last = 0;
  // A batch of the others can be the last one, so nobody waits for a batch when the rest may be with them.
  const isDone = (): boolean => documents + workers * batch > most || passed() > seconds;
  await Promise.all(
    open.map(async (worker) => {
      do {
        // The sum is read after the wait: other workers add to it meanwhile.
        const count = await worker.batch();
        documents += count;
        last = passed();
      } while (!isDone());
      worker.close();
    }),
  );
  return { documents, seconds: last };
}

const perSecond = ({ documents, seconds }: Rate): number => documents / seconds;
