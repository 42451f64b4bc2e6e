/** A request of the page to a server, and the answer. */
import './no-eval.ts';
import { z } from 'zod';

export const httpMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'RESET']);
export type HttpMethod = z.infer<typeof httpMethod>;

/** Header names are lower-case in both directions. */
const headers = z.record(z.string(), z.string());

export const httpRequest = z.object({
  connection: z.string(),
  method: httpMethod,
  /** Path and query from the root: `/databases/shop/docs?id=…`, percent-encoded. */
  path: z.string().startsWith('/'),
  headers: headers.optional(),
  body: z.string().optional(),
  /** The encoding of a binary `body`: frames are JSON. Absent: `body` is plain text. */
  bodyEncoding: z.literal('base64').optional(),
  /** Requests the response body as bytes. An error response (400 and above) is always text. */
  answerEncoding: z.literal('base64').optional(),
  timeoutMs: z.number().int().positive().max(600_000).optional(),
  /**
   * If a guarded connection refuses this request, the host asks the user for confirmation outside of the page and
   * then sends the request that it holds. No effect on requests that are allowed, or never allowed.
   */
  confirm: z.literal(true).optional(),
});
export type HttpRequest = z.infer<typeof httpRequest>;

export const httpResponse = z.object({
  status: z.number().int(),
  headers,
  body: z.string(),
  /** Present when `body` holds requested bytes. */
  bodyEncoding: z.literal('base64').optional(),
  /** From sending the request to the complete response, measured in the host. */
  ms: z.number(),
  /**
   * From the cache of the host: `not-modified` after the server confirmed it without sending it again, `live` without a
   * request, because a change feed reports its changes.
   */
  cache: z.enum(['not-modified', 'live']).optional(),
  /** The tag of the node that answered instead of the server of the connection. */
  node: z.string().optional(),
});
export type HttpResponse = z.infer<typeof httpResponse>;
