/** TCP connections, open transactions and what keeps tombstones, as a server reports them. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions, ServerClient } from './client.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const endpoint = z.looseObject({ LocalEndPoint: z.string(), RemoteEndPoint: z.string() });
const connectionsAnswer = z.looseObject({
  Connections: z.record(z.string(), z.array(z.unknown()).catch([])).nullish().catch(null),
});

/** Of the whole computer of the server, not of its process alone. */
export interface TcpConnection {
  /** `Established`, `TimeWait` … */
  readonly state: string;
  readonly local: string;
  readonly remote: string;
}

export async function getTcpConnections(
  server: ServerClient,
  options: Signal = {},
): Promise<readonly TcpConnection[]> {
  const read = await server.read(
    connectionsAnswer,
    'GET',
    '/admin/debug/info/tcp/active-connections',
    options,
  );
  return Object.entries(read.Connections ?? {}).flatMap(([state, all]) =>
    all.flatMap((each): TcpConnection[] => {
      const found = endpoint.safeParse(each).data;
      return found ? [{ state, local: found.LocalEndPoint, remote: found.RemoteEndPoint }] : [];
    }),
  );
}

const transactionsAnswer = z.looseObject({
  'tx-info': z
    .array(z.looseObject({ BasePath: z.string(), Information: z.array(z.unknown()).nullish().catch(null) }))
    .nullish()
    .catch(null),
});

export interface OpenTransaction {
  /** The folder of the environment. */
  readonly environment: string;
  /** As the server sent it: its members are not documented. */
  readonly details: unknown;
}

export interface Transactions {
  readonly environments: number;
  readonly open: readonly OpenTransaction[];
}

/** Of a database and its indexes; of the server's own storage for null. */
export async function getTransactions(
  server: ServerClient,
  database: string | null,
  options: Signal = {},
): Promise<Transactions> {
  const path = '/admin/debug/txinfo';
  const read =
    database === null
      ? await server.read(transactionsAnswer, 'GET', path, options)
      : await server.database(database).read(transactionsAnswer, 'GET', path, options);
  const all = read['tx-info'] ?? [];
  return {
    environments: all.length,
    open: all.flatMap(({ BasePath, Information }) =>
      (Information ?? []).map((details) => ({ environment: BasePath, details })),
    ),
  };
}

const keeper = z
  .looseObject({ Component: z.string().nullish(), Etag: z.number().nullish() })
  .nullish()
  .catch(null);
const tombstonesAnswer = z.looseObject({
  Results: z
    .array(z.looseObject({ Collection: z.string(), Documents: keeper, TimeSeries: keeper, Counters: keeper }))
    .nullish()
    .catch(null),
});

export interface KeptTombstones {
  readonly collection: string;
  /** `Documents`, `TimeSeries`, `Counters`. */
  readonly kind: string;
  /** What has not read them yet, in the server's words; null when nothing keeps them. */
  readonly component: string | null;
  /** Tombstones above this etag stay; null: none. */
  readonly etag: number | null;
}

/** The server writes the largest 64-bit number where nothing keeps tombstones; a double holds it inexactly. */
const NONE_FROM = 2 ** 62;

/** Kept ones first. */
export async function getKeptTombstones(
  db: DatabaseClient,
  options: Signal = {},
): Promise<readonly KeptTombstones[]> {
  const read = await db.read(tombstonesAnswer, 'GET', '/admin/tombstones/state', options);
  return (read.Results ?? [])
    .flatMap(({ Collection, ...kinds }) =>
      (['Documents', 'TimeSeries', 'Counters'] as const).map((kind): KeptTombstones => {
        const found = kinds[kind];
        const etag = found?.Etag ?? null;
        return {
          collection: Collection,
          kind,
          component: found?.Component ?? null,
          etag: etag === null || etag >= NONE_FROM ? null : etag,
        };
      }),
    )
    .sort((a, b) => Number(b.component !== null) - Number(a.component !== null));
}
