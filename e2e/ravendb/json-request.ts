/** Requests with JSON to a server, as the comparisons send them. */

/** Any response. */
export function fetchJson(url: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(url.replace(/\/$/, '') + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The JSON of a successful response, null without a body. */
export async function sendJson(url: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const reply = await fetchJson(url, method, path, body);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path} gave ${String(reply.status)}: ${text.slice(0, 600)}`);
  return text === '' ? null : JSON.parse(text);
}
