/** Identities: counters of the cluster for ids that end in `|`. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { raftRequest } from './configuration.ts';

type Signal = Pick<RequestOptions, 'signal'>;

export interface Identity {
  /** Ends in `|`, in lower case on RavenDB. */
  readonly name: string;
  /** The last number that was given out, or the seed. */
  readonly value: number;
}

/** Sorted by name. Not in pages: RavenDB 7.1 ignores `start` here. */
export async function getIdentities(db: DatabaseClient, options: Signal = {}): Promise<readonly Identity[]> {
  const read = await db.read(z.record(z.string(), z.unknown()), 'GET', '/debug/identities', options);
  return Object.entries(read)
    .flatMap(([name, value]) => (typeof value === 'number' ? [{ name, value }] : []))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The server adds the `|` where it is missing. */
export function identityName(typed: string): string {
  const name = typed.trim();
  return name === '' || name.endsWith('|') ? name : `${name}|`;
}

const seeded = z.looseObject({ NewSeedValue: z.number() });

/**
 * Sets the number that the next document gets. Resolves with the one that it really gets: without `lower` the server
 * keeps a larger value.
 */
export async function setNextIdentityValue(
  db: DatabaseClient,
  name: string,
  next: number,
  options: { readonly lower: boolean },
): Promise<number> {
  const read = await db.read(seeded, 'POST', '/identity/seed', {
    query: { name: identityName(name), value: next - 1, force: options.lower, ...raftRequest() },
  });
  return read.NewSeedValue + 1;
}
