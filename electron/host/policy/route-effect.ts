/** What a request does to a server, and the shape of the tables that say so. */
import type { HttpMethod } from '../../../src/contract/index.ts';

/**
 * `read` changes nothing that a user would miss. `write` changes documents or settings one by one, in a way that can
 * be followed and taken back. `danger` loses data at large, stops work, runs code in the server, moves data elsewhere,
 * or is not known.
 */
export type Effect = 'read' | 'write' | 'danger';

export interface RouteEffect {
  readonly effect: Effect;
  /** What it would do, to complete "This request would …". Empty for reads. */
  readonly would: string;
  /** Opened as a WebSocket. */
  readonly feed?: true;
  /** The server may build an automatic index for it unless `disableAutoIndexCreation=true` is set: see decide.ts. */
  readonly mayCreateIndex?: true;
  /** What it does when the host sends it for an export, which no page can do: see README.md. */
  readonly exported?: RouteEffect;
  /** What it does when the host signs in or out. No page sends it, in any mode: see README.md. */
  readonly signIn?: RouteEffect;
  /** The body decides: `multi-get.ts`, `database-record.ts`, `local-backup.ts`. */
  readonly body?: 'multi-get' | 'database-record' | 'local-backup' | 'local-folder';
}

export type RouteTable = Readonly<Record<string, Partial<Record<HttpMethod, RouteEffect>>>>;

export const read: RouteEffect = { effect: 'read', would: '' };
export const feed: RouteEffect = { ...read, feed: true };
export const exportable: RouteEffect = { ...read, exported: read };
export const query: RouteEffect = { ...read, mayCreateIndex: true };
export const write = (would = 'change data'): RouteEffect => ({ effect: 'write', would });
export const danger = (would: string): RouteEffect => ({ effect: 'danger', would });
export const signIn: RouteEffect = { ...danger('sign in or out'), signIn: read };

/** One row for each name of a list separated by white space. */
export function rows(names: string, methods: RouteTable[string]): RouteTable {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, methods]),
  );
}
