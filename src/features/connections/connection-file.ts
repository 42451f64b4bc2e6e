/**
 * The connection list as a file to pass on: names, addresses, colours, groups and favourites. It has no access mode,
 * no path, no command, no pin and no password, so that adding its connections gives no rights.
 */
import { z } from 'zod';
import {
  serverConnection,
  type CallRequest,
  type ConnectionView,
  type ServerConnection,
} from '../../contract/index.ts';
import { freeName } from '../../ui/rql/index.ts';

const FORMAT = 'rookery-connections';
/** More than a list for people has. */
const MAX_CONNECTIONS = 1000;
/** Shorter than the longest name, which leaves room for a number. */
const MAX_NUMBERED = 110;
const MAX_BYTES = 2 * 1024 * 1024;

const shared = serverConnection.pick({
  name: true,
  url: true,
  colour: true,
  group: true,
  favourite: true,
});
const file = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  connections: z.array(shared).max(MAX_CONNECTIONS),
});
type Shared = z.infer<typeof shared>;

export function connectionFile(views: readonly ConnectionView[]): string {
  const connections = views.flatMap(({ connection }): Shared[] =>
    connection.kind === 'server' ? [shared.parse(connection)] : [],
  );
  return `${JSON.stringify({ format: FORMAT, version: 1, connections } satisfies z.input<typeof file>, null, 2)}\n`;
}

export type AddedServer = CallRequest<'connections.save'>['connection'];

export interface ReadConnections {
  readonly added: readonly AddedServer[];
  /** With the address of a connection that exists. */
  readonly existing: number;
}

/** Throws an error for the user when it is no such file. Existing names get a number. */
export async function readConnectionFile(
  chosen: Blob,
  known: readonly ConnectionView[],
): Promise<ReadConnections> {
  if (chosen.size > MAX_BYTES)
    throw new Error('The file is larger than 2 MB, the limit for a connection list.');
  const read = file.safeParse(jsonOf(await chosen.text()));
  if (!read.success)
    throw new Error(
      `The file is not a Rookery connection list (${read.error.issues[0]?.path.join('.') ?? ''}: ${read.error.issues[0]?.message ?? ''}).`,
    );
  const servers = known.flatMap(({ connection }): ServerConnection[] =>
    connection.kind === 'server' ? [connection] : [],
  );
  const addresses = new Set(servers.map(({ url }) => addressOf(url)));
  const names = new Set(known.map(({ connection }) => connection.name.toLowerCase()));
  const added: AddedServer[] = [];
  for (const each of read.data.connections) {
    const address = addressOf(each.url);
    if (addresses.has(address)) continue;
    addresses.add(address);
    const isTaken = (name: string): boolean => names.has(name.toLowerCase());
    const name = freeName(isTaken(each.name) ? each.name.slice(0, MAX_NUMBERED) : each.name, isTaken);
    names.add(name.toLowerCase());
    added.push({ ...each, name, kind: 'server', mode: 'read-only' });
  }
  return { added, existing: read.data.connections.length - added.length };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The file is not a Rookery connection list: it is not JSON.');
  }
}

function addressOf(url: string): string {
  return new URL(url).href;
}
