/** Fields of an index and their terms. Servers send terms without counts. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { ServerError } from './server-error.ts';

type Signal = Pick<RequestOptions, 'signal'>;

/** RavenDB 7.1 describes fields; 6.2 names them in two lists. */
const fieldsAnswer = z.union([
  z.array(z.looseObject({ Name: z.string() })).transform((fields) => fields.map(({ Name }) => Name)),
  z
    .looseObject({ Static: z.array(z.string()).nullish(), Dynamic: z.array(z.string()).nullish() })
    .transform(({ Static, Dynamic }) => [...(Static ?? []), ...(Dynamic ?? [])]),
]);

/** Fields as the index's files hold them; null where the server has no route for them. */
export async function getIndexFields(
  db: DatabaseClient,
  index: string,
  options: Signal = {},
): Promise<readonly string[] | null> {
  try {
    const query = { name: index, op: 'entries-fields' };
    const read = await db.read(fieldsAnswer, 'GET', '/indexes/debug', { query, ...options });
    return [...new Set(read)];
  } catch (thrown) {
    if (thrown instanceof ServerError && thrown.type === 'RouteNotFoundException') return null;
    throw thrown;
  }
}

const termsAnswer = z.looseObject({ Terms: z.array(z.string()).nullish() });

export interface TermsRequest {
  readonly index: string;
  readonly field: string;
  readonly prefix: string;
  /** Where the last page ended; null for the first page. */
  readonly after: string | null;
  readonly pageSize: number;
}

export interface TermsPage {
  readonly terms: readonly string[];
  /** `after` of the next page; null at the end. */
  readonly next: string | null;
  /** Terms read to find these. */
  readonly scanned: number;
}

/** Terms per request, and requests per page, while searching a prefix. */
const BATCH = 1024;
const MAX_BATCHES = 16;

/**
 * The next terms with a prefix, in the order of the index. `fromValue` excludes the value itself. Lucene and the sandbox accept any
 * text there; Corax answers nothing unless it is a term of the field. So a prefix is first looked up directly, and searched
 * from the first term when that finds nothing.
 */
export async function getIndexTerms(
  db: DatabaseClient,
  request: TermsRequest,
  { signal }: Signal = {},
): Promise<TermsPage> {
  const { prefix, pageSize } = request;
  const read = async (after: string | null, size: number): Promise<readonly string[]> => {
    const query = {
      name: request.index,
      field: request.field,
      pageSize: size,
      fromValue: after ?? undefined,
    };
    return (await db.read(termsAnswer, 'GET', '/indexes/terms', { query, signal })).Terms ?? [];
  };
  if (prefix === '') {
    const terms = await read(request.after, pageSize);
    return { terms, next: nextAfter(terms, request.after, pageSize), scanned: terms.length };
  }

  const found: string[] = [];
  let scanned = 0;
  let { after } = request;
  let direct = after === null ? justBefore(prefix) : null;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const from = direct ?? after;
    const terms = await read(from, BATCH);
    scanned += terms.length;
    const wasDirect = direct !== null;
    direct = null;
    if (wasDirect && terms.length === 0) continue;
    for (const [place, term] of terms.entries()) {
      if (!term.startsWith(prefix)) {
        if (term > prefix) return { terms: found, next: null, scanned };
        continue;
      }
      found.push(term);
      if (found.length < pageSize) continue;
      const more = place < terms.length - 1 || terms.length === BATCH;
      return { terms: found, next: more ? term : null, scanned };
    }
    after = nextAfter(terms, from, BATCH);
    if (after === null) return { terms: found, next: null, scanned };
  }
  return { terms: found, next: after, scanned };
}

/** A server that repeated its last term would never end. */
function nextAfter(terms: readonly string[], after: string | null, size: number): string | null {
  const last = terms.at(-1);
  return last === undefined || last === '' || last === after || terms.length < size ? null : last;
}

/** A text between everything before a prefix and the prefix itself; null when there is none to send. */
export function justBefore(prefix: string): string | null {
  const code = prefix.charCodeAt(prefix.length - 1);
  const head = prefix.slice(0, -1);
  const isAtSurrogates = code >= 0xd800 && code <= 0xe000;
  const before = isAtSurrogates
    ? Array.from(prefix).slice(0, -1).join('')
    : code === 0
      ? head
      : `${head}${String.fromCharCode(code - 1)}\uFFFD`;
  return before === '' ? null : before;
}
