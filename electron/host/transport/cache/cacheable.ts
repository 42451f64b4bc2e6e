/** Which requests are answered from the cache, and which documents their answers hold. */
import type { JudgedRequest } from '../../policy/judged-request.ts';

export interface CacheableRead {
  readonly key: string;
  /** In lower case, as RavenDB compares names. */
  readonly database: string;
  /**
   * The documents of the answer, in lower case; `list`: any document of the database can change it; `none`: no feed
   * reports every change of it.
   */
  readonly covers: readonly string[] | 'list' | 'none';
}

/** Parameters whose effect on the answer is covered by its ETag. Includes are not among them. */
const documentParameters = new Set([
  'id',
  'metadataonly',
  'start',
  'pagesize',
  'startswith',
  'startafter',
  'matches',
  'exclude',
]);
const attachmentParameters = new Set(['id', 'name']);

/** Undefined: the request is sent as it is, and its answer is not kept. */
export function cacheableRead(request: JudgedRequest): CacheableRead | undefined {
  const { route, url, headers } = request;
  if (request.method !== 'GET' || request.effect !== 'read' || route.database === undefined) return undefined;
  if ('if-none-match' in headers || 'if-match' in headers || 'range' in headers) return undefined;
  const names = [...url.searchParams.keys()].map((name) => name.toLowerCase());
  const known =
    route.name === 'docs'
      ? documentParameters
      : route.name === 'attachments'
        ? attachmentParameters
        : undefined;
  if (known === undefined || !names.every((name) => known.has(name))) return undefined;
  const ids = url.searchParams.getAll('id').map((id) => id.toLowerCase());
  const byId = ids.length > 0 && names.filter((name) => name === 'id').length === ids.length;
  return {
    key: JSON.stringify([url.href, request.answerEncoding ?? '', headers.accept ?? '']),
    database: route.database.toLowerCase(),
    covers: route.name === 'attachments' ? 'none' : byId ? ids : 'list',
  };
}

/** A validator that can be sent back in a header. */
export function usableTag(etag: string | undefined): string | undefined {
  return etag !== undefined && /^[!-~ ]{1,1000}$/.test(etag) ? etag : undefined;
}
