/** The request headers that the page may set. Every other one is left out: the transport sets what HTTP needs. */

/** What `src/protocol` sends: negotiation, conditions on a version, and ranges of an attachment. */
const forwarded = new Set(['accept', 'content-type', 'if-match', 'if-none-match', 'range']);

/**
 * Left out on purpose: `etag` (makes a PUT of a database record replace an existing one), `content-encoding` (hides a
 * body from the policy), `x-http-method-override` and `x-original-url` (frameworks and proxies read another request
 * from them), `cookie`, `authorization` and `host`.
 */
export function forwardedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => forwarded.has(name)),
  );
}

/** The first header whose value cannot be sent as it is. */
export function unsendableHeader(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([, value]) => /[^\t -~]/.test(value))?.[0];
}
