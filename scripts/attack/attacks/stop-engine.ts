/** Texts that once stopped the engine: scripts that never end, and texts nested so deep that a parser overflows its stack. */
import { broken, firstBreach, held, type Attack } from '../attack.ts';
import type { RookerydTarget } from '../rookeryd-target.ts';

/** A write has to be answered within this, whatever else runs. Generous: a debug build on a busy machine. */
const WRITE_MS = 5_000;
const ANSWER_MS = 60_000;

const endlessScripts: readonly string[] = [
  'let c=0;Array.prototype.reverse.call({get length(){return c++?2**53-1:0}})',
  'let c=0;Array.prototype.indexOf.call({get length(){return c++?2**53-1:0}}, 1);Array.prototype.indexOf.call({length:2**53-1}, 1)',
  '(function*(){for(;;)yield 1})().drop(2**53-1).next()',
  'Array.from((function*(){for(;;)yield 1})())',
  'for(;;);',
  '/(a+)+$/.test("a".repeat(40)+"b")',
  'JSON.stringify(new Proxy({}, {ownKeys:()=>Array.from({length:1e7},(_,i)=>"k"+i)}))',
];

export const patchHoldsWriter: Attack = {
  name: 'patch-holds-writer',
  async run(environment) {
    const target = await environment.rookeryd();
    await target.createDatabase('a');
    await put(target, 'victims/1');
    let slowest = 0;
    for (const script of endlessScripts) {
      const patch = target.request(
        'PATCH',
        '/databases/a/docs?id=victims/1',
        { Patch: { Script: script, Values: {} } },
        AbortSignal.timeout(ANSWER_MS),
      );
      const settled = patch.then(
        ({ status }) => status,
        () => 0,
      );
      await pause(200);
      for (let each = 0; each < 5; each++) {
        const ms = await put(target, `others/${each}`);
        slowest = Math.max(slowest, ms);
        if (ms > WRITE_MS) return broken(`A write took ${ms} ms while this patch ran: ${script}`);
      }
      if ((await settled) === 0)
        return broken(`This patch had no answer within ${ANSWER_MS / 1000} s: ${script}`);
      if (!target.program.alive()) return broken(`The server ended after this patch: ${script}`);
    }
    return held(`slowest write beside a patch: ${slowest} ms`);
  },
};

const depth = (size: 'short' | 'full'): number => (size === 'full' ? 1_000_000 : 300_000);

export const deepTexts: Attack = {
  name: 'deep-texts-end-engine',
  async run(environment) {
    const target = await environment.rookeryd();
    await target.createDatabase('a');
    await put(target, 'victims/1');
    const n = depth(environment.size);
    const breaches: (string | undefined)[] = [];
    for (const [what, method, path, body] of deepRequests(n)) {
      const answer = await target
        .request(method, `/databases/a${path}`, body, AbortSignal.timeout(ANSWER_MS))
        .catch((thrown: unknown) => ({ status: 0, text: String(thrown) }));
      await pause(50);
      if (!target.program.alive()) return broken(`${what}, ${n} deep, ended the server.`);
      if (answer.status === 0) breaches.push(`${what}, ${n} deep, had no answer: ${answer.text}`);
      else if (answer.status < 400 || answer.status === 502)
        breaches.push(`${what}, ${n} deep, was answered ${answer.status}.`);
    }
    const after = await put(target, 'victims/2');
    return firstBreach(breaches, `${deepRequests(1).length} grammars, write afterwards ${after} ms`);
  },
};

type DeepRequest = readonly [what: string, method: string, path: string, body: string];

function deepRequests(n: number): DeepRequest[] {
  const index = (map: string): string =>
    JSON.stringify({
      Indexes: [{ Name: 'Deep', Maps: [map], Type: map.startsWith('map(') ? 'JavaScriptMap' : 'Map' }],
    });
  const query = (text: string): string => JSON.stringify({ Query: text });
  const r = (text: string): string => text.repeat(n);
  return [
    [
      'A C# map of !',
      'PUT',
      '/admin/indexes',
      index(`from d in docs.Victims select new { A = ${r('!')}d.A }`),
    ],
    [
      'A C# map of (',
      'PUT',
      '/admin/indexes',
      index(`from d in docs.Victims select new { A = ${r('(')}d.A${r(')')} }`),
    ],
    [
      'A C# map of ? :',
      'PUT',
      '/admin/indexes',
      index(`from d in docs.Victims select new { A = ${r('d.A ? 1 : ')}2 }`),
    ],
    ['A JavaScript map of !', 'PUT', '/admin/indexes', index(`map('Victims', d => ({ A: ${r('!')}d.A }))`)],
    [
      'A JavaScript map of [',
      'PUT',
      '/admin/indexes',
      index(`map('Victims', d => ({ A: ${r('[')}${r(']')} }))`),
    ],
    ['RQL of (', 'POST', '/queries', query(`from Victims where ${r('(')}A = 1${r(')')}`)],
    ['RQL of not', 'POST', '/queries', query(`from Victims where ${r('not ')}A = 1`)],
    ['A Lucene text of (', 'POST', '/queries', query(`from Victims where lucene(A, '${r('(')}a${r(')')}')`)],
    [
      'WKT of (',
      'POST',
      '/queries',
      query(
        `from Victims where spatial.within(spatial.point(A, B), spatial.wkt('GEOMETRYCOLLECTION${r('(')}'))`,
      ),
    ],
    ['A document of [', 'PUT', '/docs?id=victims/3', `{"A":${r('[')}${r(']')}}`],
    ['A document of {', 'PUT', '/docs?id=victims/3', `${r('{"A":')}1${r('}')}`],
    [
      'A batch of {',
      'POST',
      '/bulk_docs',
      `{"Commands":[{"Type":"PUT","Id":"victims/3","Document":${r('{"A":')}1${r('}')}}]}`,
    ],
    [
      'A patch of (',
      'PATCH',
      '/docs?id=victims/1',
      JSON.stringify({ Patch: { Script: `this.A = ${r('(')}1${r(')')}` } }),
    ],
    [
      'A patch that nests its document',
      'PATCH',
      '/docs?id=victims/1',
      JSON.stringify({
        Patch: { Script: `let a = {}; for (let i = 0; i < ${n}; i++) a = { a }; this.A = a;` },
      }),
    ],
  ];
}

async function put(target: RookerydTarget, id: string): Promise<number> {
  const started = performance.now();
  const { status, text } = await target.request(
    'PUT',
    `/databases/a/docs?id=${id}`,
    { A: 1, '@metadata': { '@collection': 'Victims' } },
    AbortSignal.timeout(ANSWER_MS),
  );
  if (status !== 201) throw new Error(`Saving ${id} was answered ${status}: ${text}`);
  return Math.round(performance.now() - started);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
