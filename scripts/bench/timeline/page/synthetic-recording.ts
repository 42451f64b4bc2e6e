/** Synthetic events of a busy server: many small fast ones, few large slow ones, deterministic. */
import { emptyBatch, EventStore, type LaneBatch } from '../../../../src/charts/timeline/data.ts';
import { formatServerDate } from '../../../../src/protocol/server-date.ts';

export const KINDS = 4;
const BEGIN = Date.UTC(2026, 4, 1, 10);

/** Numbers in 0..1, the same sequence for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

function syntheticLane(count: number, seed: number): LaneBatch {
  const next = numbersFrom(seed);
  const batch = emptyBatch(count);
  let time = BEGIN;
  for (let row = 0; row < count; row++) {
    time += 1 + next() * 300;
    const large = next() < 0.02;
    batch.start[row] = time;
    batch.duration[row] = large ? 20 + next() * 200 : 0.05 + next() * 3;
    batch.size[row] = large ? 4_194_304 * next() : 4096 + 65_536 * next();
    batch.extra[row] = 67_108_864;
    time += batch.duration[row] ?? 0;
  }
  return batch;
}

export function syntheticStore(events: number, lanes: number): EventStore {
  const store = new EventStore();
  const each = Math.floor(events / lanes);
  for (let lane = 0; lane < lanes; lane++)
    store.add(Math.floor(lane / KINDS), lane % KINDS, syntheticLane(each, lane + 1));
  return store;
}

/** The same as a RavenDB file: a hundred files of one kind each. */
export function syntheticFile(events: number): Blob {
  const types = ['JournalWrite', 'DataFlush', 'DataSync'];
  const each = Math.floor(events / 100);
  const parts: Blob[] = [];
  for (let file = 0; file < 100; file++) {
    const { start, duration, size } = syntheticLane(each, file + 1);
    const items: string[] = [];
    for (let row = 0; row < each; row++)
      items.push(
        `{"Start":"${formatServerDate(start[row] ?? 0)}","Size":${size[row] ?? 0},"HumaneSize":"64 KBytes","FileSize":67108864,"HumaneFileSize":"64 MBytes","Duration":${(duration[row] ?? 0).toFixed(2)},"Type":"${types[file % 3] ?? ''}"}`,
      );
    parts.push(
      new Blob([
        `${file === 0 ? '{"Environments":[' : ','}{"Path":"/data/Indexes/Index${file}","Type":"Index","Files":[{"File":"${file}.journal","Status":"InUse","Recent":[${items.join(',')}],"History":[]}]}`,
      ]),
    );
  }
  return new Blob([...parts, '],"Performances":[]}']);
}
