import type { IDocumentStore } from 'ravendb';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  json(): unknown;
}

/**
 * A raw request to the store's database, for what the client does not expose. `path` is relative to the database.
 */
export async function raw(
  store: IDocumentStore,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const answer = await fetch(`${store.urls[0] ?? ''}/databases/${store.database}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: () => JSON.parse(text) as unknown };
}
