/**
 * The answers of `rookeryd` have the shape of a real RavenDB's: the same status, members and JSON types, apart from
 * a list of known differences. Values are not compared.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { differencesFrom62 } from './differences-from-62.ts';
import { knownDifferences, type KnownDifference } from './known-differences.ts';
import { requests, serverRequests, type Request, type Seen } from './requests.ts';
import { differences, shapeOf } from './shape.ts';

interface Server {
  readonly version: string;
  /** The variable with its address. */
  readonly variable: string;
  readonly known: readonly KnownDifference[];
}

const realServers: readonly Server[] = [
  { version: '7.1', variable: 'ROOKERY_TEST_RAVENDB_URL', known: knownDifferences },
  {
    version: '6.2',
    variable: 'ROOKERY_TEST_RAVENDB_62_URL',
    known: [...knownDifferences, ...differencesFrom62],
  },
];

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

describe.each(realServers)(
  'shapes of answers on rookeryd and on a RavenDB $version',
  ({ variable, known }) => {
    const realUrl = process.env[variable] ?? '';
    /** Places in the list of known differences. */
    const used = new Set<number>();
    const isKnown = (name: string, path: string): boolean => {
      const at = known.findIndex(({ request, member }) => request.test(name) && member.test(path));
      if (at >= 0) used.add(at);
      return at >= 0;
    };
    const all = [
      ...requests.map((request) => ({ request, onServer: false })),
      ...serverRequests.map((request) => ({ request, onServer: true })),
    ];
    if (realUrl === '') {
      test.skip(`${String(all.length)} answers have equal shapes: ${variable} is not set`);
      return;
    }
    const database = `shapes-${randomBytes(4).toString('hex')}`;
    const seenBy = new Map<string, Seen>();
    /** Clients write null for what they leave out, so this record is the usual one. */
    const record = {
      DatabaseName: database,
      LockMode: null,
      DatabaseState: null,
      AutoIndexes: null,
      Settings: {},
    };

    const ask = async (url: string, request: Request, onServer: boolean): Promise<Answer> => {
      const seen = seenBy.get(url) ?? new Map<string, string>();
      seenBy.set(url, seen);
      const path = typeof request.path === 'string' ? request.path : request.path(seen);
      const address = onServer ? url + path.replace('{db}', database) : `${url}/databases/${database}${path}`;
      for (;;) {
        const answer = await send(address, request, database);
        request.keep?.(answer.body, seen);
        if (request.until === undefined || answer.status !== 200 || request.until(answer.body)) return answer;
      }
    };
    const servers = [inject('serverUrl'), realUrl.replace(/\/$/, '')] as const;

    beforeAll(async () => {
      for (const url of servers) {
        const answer = await send(`${url}/admin/databases?name=${database}`, {
          method: 'PUT',
          path: '',
          body: record,
        });
        expect(answer.status).toBe(201);
      }
    });
    afterAll(async () => {
      const body = { DatabaseNames: [database], HardDelete: true };
      for (const url of servers) await send(`${url}/admin/databases`, { method: 'DELETE', path: '', body });
    });

    test.each(all.map((one, at) => ({ ...one, name: nameOf(one.request, at) })))(
      '$name',
      async ({ request, onServer, name }) => {
        const [ours, real] = await Promise.all([
          ask(servers[0], request, onServer),
          ask(servers[1], request, onServer),
        ]);
        const found = [
          ...(ours.status === real.status
            ? []
            : [{ path: 'status', what: `${String(ours.status)}, ${String(real.status)} on the server` }]),
          ...differences(shapeOf(ours.body), shapeOf(real.body)),
        ];
        const unknown = found.filter(({ path }) => !isKnown(name, path));
        expect(
          unknown.map(({ path, what }) => `${path}: ${what}`),
          JSON.stringify({ ours, real }).slice(0, 2_000),
        ).toEqual([]);
      },
    );

    test('every known difference was met', () => {
      const left = known
        .filter(({ notAlways }, at) => notAlways !== true && !used.has(at))
        .map(({ reason }) => reason);
      expect(left, 'Take them off the list').toEqual([]);
    });
  },
);

const nameOf = ({ method, path, body }: Request, at: number): string => {
  const text = typeof path === 'string' ? path : path(new Map());
  const rql = (body as { Query?: unknown } | undefined)?.Query;
  return `${String(at + 1)} ${method} ${text}${typeof rql === 'string' ? ` ${rql}` : ''}`;
};

async function send(address: string, { method, body, headers }: Request, database = ''): Promise<Answer> {
  const reply = await fetch(address, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: textOf(body).replaceAll('{db}', database) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: read(text) };
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** An answer that is no JSON has the shape of a text. */
function read(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
