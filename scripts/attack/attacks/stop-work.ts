/** Work that a client no longer waits for must not keep a thread of the server busy. */
import { broken, held, type Attack } from '../attack.ts';
import type { RookerydTarget } from '../rookeryd-target.ts';

/** How long cancelled work may stay in the list of running queries. Generous: a debug build on a busy machine. */
const FREE_MS = 2_000;
const DOCUMENTS = 2_000;

const slow =
  'declare function slow(i) { const end = Date.now() + 400; while (Date.now() < end) {} return { N: i.N }; } ';
const works: readonly (readonly [what: string, query: string])[] = [
  ['a projection', `${slow}from Items as i select slow(i)`],
  ['a filter', "from Items filter regex(Text, '(a|aa)+$')"],
  ['a wait for an index', 'from Items where N = 1 order by N'],
];

export const abandonedWork: Attack = {
  name: 'abandoned-work-keeps-thread',
  async run(environment) {
    const target = await environment.rookeryd();
    await target.createDatabase('a');
    await fill(target);
    let longest = 0;
    for (const [what, query] of works) {
      // More requests than the server has threads for short work, all of them abandoned at once.
      const controller = new AbortController();
      const requests = Array.from({ length: 64 }, () =>
        target
          .request('POST', '/databases/a/queries', { Query: query }, controller.signal)
          .then(() => 'answered')
          .catch(() => 'aborted'),
      );
      await pause(300);
      controller.abort();
      await Promise.all(requests);
      const started = performance.now();
      while ((await running(target)) > 0) {
        if (performance.now() - started > FREE_MS)
          return broken(`${what}: queries still run ${FREE_MS} ms after their clients have gone.`);
        await pause(10);
      }
      longest = Math.max(longest, Math.round(performance.now() - started));
    }
    return held(`${works.length} kinds of work, all ended ${longest} ms after the clients had gone`);
  },
};

async function fill(target: RookerydTarget): Promise<void> {
  const commands = Array.from({ length: DOCUMENTS }, (_, number) => ({
    Id: `items/${number}`,
    Type: 'PUT',
    Document: { N: number, Text: `${'a'.repeat(24)}b`, '@metadata': { '@collection': 'Items' } },
  }));
  const { status, text } = await target.request('POST', '/databases/a/bulk_docs', { Commands: commands });
  if (status !== 201) throw new Error(`Saving the documents was answered ${status}: ${text}`);
}

async function running(target: RookerydTarget): Promise<number> {
  const { status, text } = await target.request('GET', '/databases/a/debug/queries/running');
  if (status !== 200) throw new Error(`The list of running queries was answered ${status}: ${text}`);
  const listed: unknown = JSON.parse(text);
  return Array.isArray(listed)
    ? listed.length
    : Object.values(listed as object)
        .filter(Array.isArray)
        .flat().length;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
