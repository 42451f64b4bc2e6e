/** Requests to one database. */
export interface Target {
  readonly url: string;
  readonly database: string;
}

export async function ask(
  { url, database }: Target,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const reply = await fetch(`${url}/databases/${database}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${String(reply.status)} ${text.slice(0, 500)}`);
  return text === '' ? null : (JSON.parse(text) as unknown);
}
