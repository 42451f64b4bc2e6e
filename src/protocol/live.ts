import type { z } from 'zod';
import type { ServerClient } from './client.ts';
import { readJson } from './client.ts';

export type LiveItem<T> =
  | { readonly kind: 'open' }
  | { readonly kind: 'heartbeat' }
  | { readonly kind: 'message'; readonly value: T };

/**
 * A server feed: every text frame parsed with one schema. Ends when the server closes; aborting closes the socket.
 */
export async function* liveFeed<S extends z.ZodType>(
  client: ServerClient,
  path: string,
  schema: S,
  signal: AbortSignal,
): AsyncGenerator<LiveItem<z.output<S>>> {
  for await (const item of client.port.open('socket', { connection: client.connection, path }, { signal })) {
    if (item.kind === 'text') yield { kind: 'message', value: readJson(schema, path, item.text) };
    else yield { kind: item.kind };
  }
}

export type LiveText =
  { readonly kind: 'open' | 'heartbeat' } | { readonly kind: 'text'; readonly text: string };

/** The same without parsing, for feeds whose frames are decoded elsewhere. */
export async function* liveTextFeed(
  client: ServerClient,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<LiveText> {
  for await (const item of client.port.open('socket', { connection: client.connection, path }, { signal }))
    yield item.kind === 'text' ? { kind: 'text', text: item.text } : { kind: item.kind };
}
