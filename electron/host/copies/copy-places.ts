/** Refuses a copy into its own source, also through another connection to the same server. */
import { z } from 'zod';
import { PortError, type Connection } from '../../../src/contract/index.ts';
import { parsedJson } from '../dumps/parsed-json.ts';
import { statsRequest } from './copy-requests.ts';
import type { CopySide } from './copy-side.ts';

const stats = z.looseObject({ DatabaseId: z.string().min(1) });

/** Sends nothing. */
export function checkPlaces(source: CopySide, target: CopySide): void {
  const isSame =
    placeOf(source.connection) === placeOf(target.connection) &&
    source.database.toLowerCase() === target.database.toLowerCase();
  if (isSame) throw sameDatabase();
}

/** A server can have several addresses: the ids of the databases decide. `create`: the target may not exist yet. */
export async function checkDatabaseIds(
  source: CopySide,
  target: CopySide,
  create: boolean,
  signal: AbortSignal,
): Promise<void> {
  const from = await databaseId(source, false, signal);
  const to = await databaseId(target, create, signal);
  if (from !== undefined && from === to) throw sameDatabase();
}

const emptyStats = z.looseObject({ CountOfDocuments: z.literal(0), CountOfIndexes: z.literal(0) });

export async function isEmptyDatabase(side: CopySide, signal: AbortSignal): Promise<boolean> {
  const { status, body } = await side.send(statsRequest(side.database), signal);
  return status < 400 && emptyStats.safeParse(parsedJson(body)).success;
}

async function databaseId(
  side: CopySide,
  mayBeMissing: boolean,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { status, body } = await side.send(statsRequest(side.database), signal);
  if (status >= 400) {
    if (mayBeMissing) return undefined;
    throw side.refusal('Reading the id of the database', status, body);
  }
  const read = stats.safeParse(parsedJson(body));
  if (read.success) return read.data.DatabaseId;
  throw new PortError({
    code: 'not-ravendb',
    message: `${side.database} did not answer with the id of the database. Check for a proxy in between.`,
    detail: body.slice(0, 500),
  });
}

const placeOf = (connection: Connection): string =>
  connection.kind === 'sandbox' ? 'sandbox' : new URL(connection.url).origin;

const sameDatabase = (): PortError =>
  new PortError({
    code: 'bad-request',
    message: 'Source and target are the same database. Choose another target.',
  });
