import { bulkLoad, type Load } from './bulk-load.ts';
import { diskUseAtRest } from './disk-use.ts';
import { progress } from './progress.ts';
import type { Requests } from './request-outcome.ts';
import { requests } from './requests.ts';
import type { Side } from './sides.ts';
import type { Sizes } from './sizes.ts';

export interface Measured {
  readonly load: Load & { readonly perSecond: number };
  readonly bytesPerDocument: number;
  readonly reads: Requests;
  readonly puts: Requests;
}

/** All compared rows, on a warmed-up server. */
export async function measureSide(side: Side, sizes: Sizes): Promise<Measured> {
  const load = await measureLoad(side, sizes);
  progress(`${side.name}: waiting for its disk to be quiet`);
  const bytes = await diskUseAtRest(side.databaseFolder('bench'));
  const path = '/databases/bench';
  progress(`${side.name}: random reads`);
  const reads = await randomReads(side, 'bench', sizes.load, sizes.seconds);
  progress(`${side.name}: single puts`);
  const put = (prefix: string, seconds: number): Promise<Requests> =>
    requests('single-puts', side.url, { connections: 64, seconds, args: [path, prefix] });
  await put('warm/', 2);
  const puts = await put('puts/', sizes.seconds);
  return { load, bytesPerDocument: bytes / sizes.load, reads, puts };
}

/** Over all these documents, after a second of other reads. */
export async function randomReads(
  side: Side,
  database: string,
  documents: number,
  seconds: number,
): Promise<Requests> {
  const run = (sequence: number, long: number): Promise<Requests> =>
    requests('random-reads', side.url, {
      connections: 16,
      seconds: long,
      args: [`/databases/${database}`, String(documents), String(sequence)],
    });
  await run(1, 1);
  return run(2, seconds);
}

/** The load alone: documents per second from the first byte to the response. */
export async function measureLoad(side: Side, sizes: Sizes): Promise<Load & { readonly perSecond: number }> {
  progress(`${side.name}: warming up with ${sizes.warmUp} documents`);
  await side.createDatabase('warm');
  await bulkLoad(side, 'warm', 0, sizes.warmUp);
  await diskUseAtRest(side.databaseFolder('warm'));
  await side.createDatabase('bench');
  progress(`${side.name}: bulk insert of ${sizes.load} documents`);
  const load = await bulkLoad(side, 'bench', 0, sizes.load);
  return { ...load, perSecond: load.documents / load.seconds };
}
