/**
 * `multi_get` bundles requests that a server runs one by one, each with its own method. Each is judged like a request of
 * its own, and the bundle is serialised again from the judged requests: two readers may differ in repeated names.
 */
import { z } from 'zod';
import { httpMethod, type HttpMethod } from '../../../src/contract/index.ts';
import { readJsonBody } from './json-body.ts';
import { forwardedHeaders, unsendableHeader } from './request-headers.ts';

const innerRequest = z.strictObject({
  Url: z.string(),
  Query: z.string().nullish(),
  Method: z.string().nullish(),
  Headers: z.record(z.string(), z.string().nullable()).nullish(),
  Content: z.unknown().optional(),
});

const bundle = z.strictObject({ Requests: z.array(innerRequest) });

export interface InnerRequest {
  readonly method: HttpMethod;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: unknown;
}

export type BundleReading = { readonly requests: readonly InnerRequest[] } | { readonly problem: string };

export function readBundle(body: string): BundleReading {
  const json = readJsonBody(body);
  if (!json)
    return {
      problem:
        'it is not JSON, or holds a number with more digits than can be passed on (send Content as text)',
    };
  const parsed = bundle.safeParse(json.value);
  if (!parsed.success) return { problem: z.prettifyError(parsed.error) };
  const requests: InnerRequest[] = [];
  for (const each of parsed.data.Requests) {
    const method = httpMethod.safeParse((each.Method ?? 'GET').toUpperCase());
    if (!method.success) return { problem: `it holds the unknown method ${String(each.Method)}` };
    const headers = forwardedHeaders(withoutNulls(each.Headers ?? {}));
    const unsendable = unsendableHeader(headers);
    if (unsendable !== undefined)
      return { problem: `the header ${unsendable} holds characters that are not ASCII` };
    const query = (each.Query ?? '').replace(/^\?/, '');
    requests.push({
      method: method.data,
      path: query === '' ? each.Url : `${each.Url}?${query}`,
      headers,
      content: each.Content,
    });
  }
  return { requests };
}

/** The bundle as RavenDB's own clients write it: the query apart from the path, and beginning with `?`. */
export function writeBundle(requests: readonly InnerRequest[]): string {
  return JSON.stringify({
    Requests: requests.map(({ method, path, headers, content }) => {
      const mark = path.indexOf('?');
      return {
        Url: mark < 0 ? path : path.slice(0, mark),
        Query: mark < 0 ? '' : path.slice(mark),
        Method: method,
        Headers: headers,
        ...(content === undefined || content === null ? {} : { Content: content }),
      };
    }),
  });
}

function withoutNulls(headers: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
