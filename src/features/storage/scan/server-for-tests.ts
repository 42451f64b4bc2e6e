/** A server with documents that answers the requests of a scan as RavenDB does. */
import type { HttpRequest } from '../../../contract/index.ts';
import { ServerClient, type DatabaseClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';

export interface Stored {
  readonly id: string;
  readonly collection?: string;
  readonly actual: number;
  readonly allocated: number;
  /** Name, hash, size. */
  readonly attachments?: readonly (readonly [string, string, number])[];
}

interface Bundle {
  readonly Requests: readonly { readonly Url: string; readonly Query: string }[];
}

/** `answer` can replace an answer; undefined: as RavenDB answers. */
export function scanServer(
  stored: readonly Stored[],
  answer: (request: HttpRequest) => { body?: string; status?: number } | undefined = () => undefined,
): { readonly db: DatabaseClient; readonly requests: HttpRequest[] } {
  const requests: HttpRequest[] = [];
  const byId = [...stored].sort((a, b) => (a.id < b.id ? -1 : 1));
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return answer(request) ?? { body: JSON.stringify(bodyOf(request, byId)) };
    },
  });
  return { db: new ServerClient(port, 'c1').database('Shop'), requests };
}

function bodyOf({ method, path, body }: HttpRequest, stored: readonly Stored[]): object {
  const { pathname, searchParams } = new URL(path, 'http://server');
  const route = `${method} ${pathname.replace('/databases/Shop', '')}`;
  if (route === 'GET /docs') {
    const after = searchParams.get('startAfter');
    const left = stored.filter(({ id }) => after === null || id > after);
    return { Results: left.slice(0, Number(searchParams.get('pageSize'))).map(withMetadata), Includes: {} };
  }
  if (route === 'POST /queries') {
    const { Query } = JSON.parse(body ?? '') as { Query: string };
    const [, name, start, count] = /^from '(.*)' limit (\d+), (\d+)$/.exec(Query) ?? [];
    const found = stored.filter(({ collection = 'Orders' }) => collection === name);
    const page = found.slice(Number(start), Number(start) + Number(count));
    return { TotalResults: found.length, Results: page.map(withMetadata), Includes: {} };
  }
  if (route === 'POST /multi_get')
    return { Results: (JSON.parse(body ?? '') as Bundle).Requests.map((each) => oneAnswer(each, stored)) };
  throw new Error(`The scan sent ${route}.`);
}

function withMetadata({ id, collection = 'Orders', attachments = [] }: Stored): object {
  const listed = attachments.map(([Name, Hash, Size]) => ({ Name, Hash, ContentType: 'image/png', Size }));
  const metadata = { '@collection': collection, '@change-vector': 'A:1-x', '@id': id };
  return { '@metadata': listed.length === 0 ? metadata : { '@attachments': listed, ...metadata } };
}

function oneAnswer({ Url, Query }: Bundle['Requests'][number], stored: readonly Stored[]): object {
  const query = new URLSearchParams(Query);
  if (Url === '/databases/Shop/debug/attachments/hash') {
    const Hash = query.get('hash');
    const all = stored.flatMap(({ attachments = [] }) => attachments);
    return { StatusCode: 200, Result: { Hash, Count: all.filter(([, hash]) => hash === Hash).length } };
  }
  const found = stored.find(({ id }) => id === query.get('id'));
  if (Url !== '/databases/Shop/docs/size' || !found) return { StatusCode: 404, Result: null, Headers: {} };
  const { id, actual, allocated } = found;
  return {
    ...{ StatusCode: 200, Headers: {} },
    Result: { ActualSize: actual, AllocatedSize: allocated, IsCompressed: actual > allocated, DocId: id },
  };
}
