/** The requests that a server answers, as it reports them while they are watched. */
import { z } from 'zod';
import type { ServerClient } from './client.ts';
import { liveFeed } from './live.ts';
import { parseServerDate } from './server-date.ts';

const PATH = '/admin/traffic-watch';

const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);
const http = z.looseObject({
  TrafficWatchType: text,
  TimeStamp: z.string(),
  DatabaseName: text,
  CustomInfo: text,
  ClientIP: text,
  CertificateThumbprint: text,
  HttpMethod: text,
  ElapsedMilliseconds: number,
  ResponseStatusCode: number,
  RequestUri: text,
  RequestSizeInBytes: number,
  ResponseSizeInBytes: number,
  Type: text,
  Source: text,
  Operation: text,
});

export interface TrafficItem {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `TCP` for a connection of a client's binary protocol. */
  readonly method: string;
  /** Path and query string. */
  readonly path: string;
  /** Null when the request reached no database. */
  readonly database: string | null;
  readonly status: number | null;
  readonly elapsedMs: number | null;
  readonly client: string | null;
  readonly certificate: string | null;
  /** Query text, document ids or a batch's commands. */
  readonly info: string | null;
  /** As the server names it: `Queries`, `BulkDocs` … */
  readonly kind: string;
  readonly requestBytes: number | null;
  readonly responseBytes: number | null;
}

/** The server writes `N/A` for what it does not know. */
const known = (value: string | null | undefined): string | null =>
  value === null || value === undefined || value === 'N/A' || value === '' ? null : value;

/** Undefined for an unknown shape. */
export function readTrafficItem(raw: unknown): TrafficItem | undefined {
  const item = http.safeParse(raw).data;
  if (!item) return undefined;
  const tcp = item.TrafficWatchType === 'Tcp';
  return {
    at: parseServerDate(item.TimeStamp),
    method: tcp ? 'TCP' : (item.HttpMethod ?? '?'),
    path: tcp ? (item.Operation ?? '') : pathOf(item.RequestUri ?? ''),
    database: known(item.DatabaseName),
    status: item.ResponseStatusCode ?? null,
    elapsedMs: item.ElapsedMilliseconds ?? null,
    client: known(item.ClientIP) ?? known(item.Source),
    certificate: known(item.CertificateThumbprint),
    info: known(item.CustomInfo),
    kind: known(item.Type) ?? (tcp ? 'TCP' : 'Other'),
    requestBytes: item.RequestSizeInBytes ?? null,
    responseBytes: item.ResponseSizeInBytes ?? null,
  };
}

function pathOf(uri: string): string {
  return /^[a-z]+:\/\/[^/]+(\/.*)$/i.exec(uri)?.[1] ?? uri;
}

/** Undefined for a frame that cannot be read. Ends when the server closes. */
export async function* watchTraffic(
  server: ServerClient,
  signal: AbortSignal,
): AsyncGenerator<'open' | TrafficItem | undefined> {
  for await (const item of liveFeed(server, PATH, z.unknown(), signal)) {
    if (item.kind === 'message') yield readTrafficItem(item.value);
    else if (item.kind === 'open') yield 'open';
  }
}
