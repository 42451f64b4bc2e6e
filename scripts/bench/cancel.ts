/**
 * `npm run bench -- cancel [--quick]`: how long work goes on in the engine after its request was aborted, by kind of work. The
 * answer of an aborted request settles when the thread that worked for it is free.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAddon, type EngineHandle } from '../../electron/host/transport/addon-binding.ts';
import { buildNative } from '../build-native.ts';
import { executable, inRoot } from '../paths.ts';
import { percentile, report } from './report.ts';
import { progress } from './storage/progress.ts';

interface Work {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
}

const QUERIES = '/databases/shop/queries';
const CANCELLED = 408;
const slow =
  'declare function slow(i) { const end = Date.now() + 500; while (Date.now() < end) {} return { N: i.N }; } ';
const query = (name: string, text: string, more: object = {}): Work => ({
  name,
  method: 'POST',
  path: QUERIES,
  body: { Query: text, ...more },
});

const works: readonly Work[] = [
  query('scan', "from Items filter Text = 'none'"),
  query('index', "from Items where regex(Text, '(w|o|r|d)+ .*none')"),
  query('sort', 'from Items order by Text, N as long desc'),
  query('score', "from Items where search(Text, 'word') order by score()"),
  query('facets', 'from Items select facet(Text)'),
  query('suggestions', "from Items select suggest(Text, 'word 77')"),
  query('includes', 'from Items include Next'),
  query('scripts', `${slow}from Items as i select slow(i)`),
  query('wait', 'from Items where N = 1', {
    WaitForNonStaleResults: true,
    WaitForNonStaleResultsTimeout: '00:10:00',
  }),
  {
    name: 'stream',
    method: 'POST',
    path: '/databases/shop/streams/queries',
    body: { Query: `${slow}from Items as i select slow(i)` },
  },
  {
    name: 'patch',
    method: 'PATCH',
    path: '/databases/shop/docs?id=items/1',
    body: { Patch: { Script: 'while (true) {}' } },
  },
  { name: 'stacks', method: 'GET', path: '/admin/debug/threads/stack-trace' },
  { name: 'threads', method: 'GET', path: '/admin/debug/threads/runaway?intervalInMs=30000' },
];

export async function run(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick');
  if (quick) progress('a quick run: its figures say that the bench works, and nothing else');
  await buildNative(quick ? 'dev' : 'release');
  const folder = await mkdtemp(join(tmpdir(), 'rookery-bench-cancel-'));
  const engine = await loadAddon(inRoot('dist/native/rookery.node')).openEngine(
    JSON.stringify({ dataDir: folder, stackcapPath: inRoot('dist/native', executable('stackcap')) }),
  );
  try {
    await fill(engine, quick ? 20_000 : 200_000);
    for (const work of works) await measure(engine, work, quick ? 3 : 20);
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(engine: EngineHandle, documents: number): Promise<void> {
  await send(engine, 'PUT', '/admin/databases?name=shop', {});
  for (let from = 0; from < documents; from += 2_000) {
    const commands = Array.from({ length: 2_000 }, (_, offset) => {
      const number = from + offset;
      return {
        Id: `items/${number}`,
        Type: 'PUT',
        Document: {
          N: number,
          Text: `word ${(number * 7_919) % documents} of many words`,
          Next: `items/${(number + 1) % documents}`,
          '@metadata': { '@collection': 'Items' },
        },
      };
    });
    await send(engine, 'POST', '/databases/shop/bulk_docs', { Commands: commands });
  }
  // The indexes that the queries need, so that what is measured is the search; then one more document that they have not seen.
  for (const text of works.flatMap(({ path, body }) => (path === QUERIES && body ? [body] : [])))
    if (!JSON.stringify(text).includes('slow('))
      await send(engine, 'POST', QUERIES, { ...text, WaitForNonStaleResults: true });
  await send(engine, 'POST', '/databases/shop/admin/indexes/stop');
  await send(engine, 'PUT', '/databases/shop/docs?id=items/new', { '@metadata': { '@collection': 'Items' } });
}

/** Aborts the work at different moments, as long as it is not over by then. */
async function measure(engine: EngineHandle, work: Work, times: number): Promise<void> {
  const took: number[] = [];
  let after = 200;
  while (took.length < times && after >= 1) {
    const pending = request(engine, work.method, work.path, work.body);
    await new Promise((resolve) => setTimeout(resolve, after));
    const start = performance.now();
    pending.abort();
    if (await wasCancelled(pending.answer)) took.push(performance.now() - start);
    else after /= 2;
  }
  if (took.length === 0) progress(`skipped: ${work.name}: it was always over before it could be aborted`);
  else
    report('cancel', work.name, percentile(took, 0.95), { p50: percentile(took, 0.5), times: took.length });
}

/** An answer that has begun cannot change its status: it ends in the middle. */
async function wasCancelled(
  answer: Promise<{ readonly status: number; readonly body: Buffer }>,
): Promise<boolean> {
  try {
    const { status, body } = await answer;
    // The thread routes report failures in the form of the real server: an error in the body.
    return status === CANCELLED || body.includes('was cancelled');
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'answer-cut') return true;
    throw thrown;
  }
}

function request(engine: EngineHandle, method: string, path: string, body?: object) {
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  return engine.request(method, path, '{"content-type":"application/json"}', bytes);
}

async function send(engine: EngineHandle, method: string, path: string, body?: object): Promise<void> {
  const { status, body: answer } = await request(engine, method, path, body).answer;
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${answer.toString('utf8').slice(0, 300)}`);
}
