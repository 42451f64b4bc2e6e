/** The configuration that clients of a database read from the server and follow. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { raftRequest } from './configuration.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);

/** Members of newer servers are kept and written back. Null or absent: the clients' own default. */
const clientConfiguration = z.looseObject({
  Disabled: z.boolean().nullish().catch(null),
  MaxNumberOfRequestsPerSession: number,
  /** `None`, `RoundRobin` or `FastestNode`. */
  ReadBalanceBehavior: text,
  /** `None` or `UseSessionContext`. */
  LoadBalanceBehavior: text,
  LoadBalancerContextSeed: number,
  IdentityPartsSeparator: text,
});
export type ClientConfiguration = z.infer<typeof clientConfiguration>;

/** For edits that a tab keeps. */
export const storedClientConfiguration = clientConfiguration;

const record = z.looseObject({
  DatabaseName: z.string(),
  Client: clientConfiguration.nullish().catch(null),
});

/**
 * Null when the database has none of its own. Read from the record: `/configuration/client` mixes in the
 * configuration of the whole server.
 */
export async function getClientConfiguration(
  db: DatabaseClient,
  options: Signal = {},
): Promise<ClientConfiguration | null> {
  return (await db.read(record, 'GET', '/admin/record', options)).Client ?? null;
}

/** Changes how every client sends requests: on a guarded connection the user confirms it outside of the page first. */
export async function setClientConfiguration(db: DatabaseClient, wanted: ClientConfiguration): Promise<void> {
  // The server sets the `Etag` itself.
  const json = Object.fromEntries(Object.entries(wanted).filter(([name]) => name !== 'Etag'));
  await db.send('PUT', '/admin/configuration/client', { query: raftRequest(), json, confirm: true });
}
