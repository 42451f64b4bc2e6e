/** Who the server takes the client certificate for, and its rights. */
import { z } from 'zod';
import { readJson, type RequestOptions, type ServerClient } from './client.ts';

const PATH = '/certificates/whoami';

const whoAmI = z.looseObject({
  Name: z.string().nullish().catch(null),
  SecurityClearance: z.string().nullish().catch(null),
  Permissions: z.record(z.string(), z.string().catch('')).nullish().catch(null),
  Thumbprint: z.string().nullish().catch(null),
  HasTwoFactor: z.boolean().nullish().catch(null),
});

export interface Identity {
  readonly name: string;
  /** As sent: `ClusterAdmin`, `ClusterNode`, `Operator`, `ValidUser`, or one of a newer server. */
  readonly clearance: string;
  /** By database name; `Read`, `ReadWrite`, `Admin`. */
  readonly permissions: ReadonlyMap<string, string>;
  /** SHA-1 in upper-case hexadecimal digits; null where the server sends none. */
  readonly thumbprint: string | null;
  /** The server requires a two-factor code of this certificate. */
  readonly hasTwoFactor: boolean;
}

/** Null for an anonymous caller and for a certificate that the server does not know. */
export async function getIdentity(
  server: ServerClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<Identity | null> {
  const { status, body } = await server.send('GET', PATH, options);
  if (status === 204 || body.trim() === '') return null;
  const read = readJson(whoAmI, PATH, body);
  return {
    name: read.Name ?? '',
    clearance: read.SecurityClearance ?? 'unknown',
    permissions: new Map(Object.entries(read.Permissions ?? {})),
    thumbprint: read.Thumbprint ?? null,
    hasTwoFactor: read.HasTwoFactor ?? false,
  };
}

/** The clearance with rights on single databases only. Any other one reaches all databases, or is judged by the server. */
const LIMITED = 'ValidUser';

/** Why the certificate cannot change this database (null: the server, its list of databases); undefined: it can. */
export function missingWriteRight(identity: Identity, database: string | null): string | undefined {
  if (identity.clearance !== LIMITED) return undefined;
  const who = `The certificate “${identity.name}”`;
  if (database === null)
    return `${who} has the clearance ValidUser. Creating and deleting databases requires Operator.`;
  const right = rightOn(identity, database);
  if (right === undefined)
    return `${who} has no rights on ${database}. Ask the administrator of the server for them.`;
  return right === 'Read'
    ? `${who} may only read ${database}. To change data, use one with the right ReadWrite.`
    : undefined;
}

/** RavenDB ignores the case of database names. */
function rightOn({ permissions }: Identity, database: string): string | undefined {
  for (const [name, right] of permissions) if (name.toLowerCase() === database.toLowerCase()) return right;
  return undefined;
}
