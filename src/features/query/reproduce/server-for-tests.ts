/** A server and a sandbox for tests: documents, one index and whatever is written, behind the real port. */
import type { HttpRequest, HttpResponse } from '../../../contract/index.ts';
import { ServerClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';

export interface TestDocument {
  readonly id: string;
  readonly collection: string;
  /** Members, as JSON without braces. */
  readonly members: string;
}

export interface TestServers {
  readonly server: ServerClient;
  readonly sandbox: ServerClient;
  /** `sandbox PUT /admin/databases`, in order. */
  readonly log: readonly string[];
  /** Bodies of `bulk_docs`. */
  readonly batches: readonly string[];
  /** Definitions that were put into the sandbox. */
  readonly indexes: readonly unknown[];
}

interface Script {
  readonly documents: readonly TestDocument[];
  /** Ids that the query matches; projections and groups have none. */
  readonly matches: readonly (string | null)[];
  readonly includes?: readonly string[];
  readonly indexName: string;
  readonly definition?: Readonly<Record<string, unknown>>;
  readonly sourceType?: string;
  /** An answer of the sandbox instead of the usual one. */
  readonly sandboxAnswer?: (
    route: string,
    request: HttpRequest,
  ) => Promise<Partial<HttpResponse>> | Partial<HttpResponse> | undefined;
}

export function testServers(script: Script): TestServers {
  const log: string[] = [];
  const batches: string[] = [];
  const indexes: unknown[] = [];
  const text = ({ id, collection, members }: TestDocument): string =>
    `{${members === '' ? '' : `${members},`}"@metadata":{"@id":"${id}","@collection":"${collection}","@change-vector":"A:1"}}`;
  const byId = new Map(script.documents.map((each) => [each.id.toLowerCase(), each]));
  const textOf = (id: string): string => {
    const found = byId.get(id.toLowerCase());
    return found ? text(found) : 'null';
  };
  const results = (texts: readonly string[]): Partial<HttpResponse> => ({
    body: `{"Results":[${texts.join(',')}]}`,
  });

  function answerQuery(body: string): Partial<HttpResponse> {
    const { Query } = JSON.parse(body) as { Query: string };
    const [, skip = '0', take = '1000'] = /limit (\d+), (\d+)/.exec(Query) ?? [];
    const page = script.matches.slice(Number(skip), Number(skip) + Number(take));
    const rows = page.map((id) =>
      JSON.stringify(id === null ? { Count: 1 } : { '@metadata': { '@id': id, '@projection': true } }),
    );
    const included = Query.includes('include') ? (script.includes ?? []) : [];
    const includes = included.map((id) => `${JSON.stringify(id)}:${textOf(id)}`);
    return {
      body: `{"TotalResults":${script.matches.length},"IndexName":${JSON.stringify(script.indexName)},"Results":[${rows.join(',')}],"Includes":{${includes.join(',')}}}`,
    };
  }

  function fromServer(route: string, url: URL, request: HttpRequest): Partial<HttpResponse> {
    const inCollection = (name: string | null) =>
      script.documents.filter((each) => name === null || each.collection === name);
    const page = (name: string | null) => {
      const start = Number(url.searchParams.get('start'));
      const size = Number(url.searchParams.get('pageSize'));
      return results(
        inCollection(name)
          .slice(start, start + size)
          .map(text),
      );
    };
    switch (route) {
      case 'GET /build/version':
        return { body: '{"ProductVersion":"7.1","FullVersion":"7.1.5"}' };
      case 'POST /databases/shop/queries':
        return answerQuery(request.body ?? '');
      case 'GET /databases/shop/collections/stats': {
        const names = [...new Set(script.documents.map(({ collection }) => collection))];
        return {
          body: JSON.stringify({
            CountOfDocuments: script.documents.length,
            Collections: Object.fromEntries(names.map((name) => [name, inCollection(name).length])),
          }),
        };
      }
      case 'GET /databases/shop/indexes/stats': {
        const Collections = Object.fromEntries(
          [...new Set(script.documents.map(({ collection }) => collection))].map((name) => [name, {}]),
        );
        const SourceType = script.sourceType ?? 'Documents';
        return { body: JSON.stringify({ Results: [{ Name: script.indexName, SourceType, Collections }] }) };
      }
      case 'GET /databases/shop/indexes':
        return { body: JSON.stringify({ Results: script.definition ? [script.definition] : [] }) };
      case 'GET /databases/shop/collections/docs':
        return page(url.searchParams.get('name'));
      case 'GET /databases/shop/docs': {
        const ids = url.searchParams.getAll('id');
        if (ids.length === 0) return page(null);
        // As RavenDB answers for one missing document.
        if (ids.length === 1 && textOf(ids[0] ?? '') === 'null') return { status: 404, body: '' };
        return results(ids.map(textOf));
      }
      default:
        throw new Error(`The test server has no ${route}.`);
    }
  }

  function fromSandbox(route: string, url: URL, request: HttpRequest): Partial<HttpResponse> {
    if (route.endsWith('/bulk_docs')) {
      batches.push(request.body ?? '');
      return { status: 201, body: '{"Results":[]}' };
    }
    if (route === 'PUT /admin/databases')
      return { status: 201, body: JSON.stringify({ Name: url.searchParams.get('name') }) };
    if (route === 'GET /build/version')
      return { body: '{"ProductVersion":"7.1","FullVersion":"7.1.5-rookery-0"}' };
    if (route.endsWith('/indexes/stats')) return { body: '{"Results":[]}' };
    if (route === 'GET /databases') return { body: '{"Databases":[{"Name":"Other"}]}' };
    if (route === 'DELETE /admin/databases') return { body: '{}' };
    if (route.endsWith('/admin/indexes')) {
      indexes.push(...(JSON.parse(request.body ?? '') as { Indexes: unknown[] }).Indexes);
      return { status: 201, body: '{}' };
    }
    if (route.endsWith('/queries')) return answerQuery(request.body ?? '');
    throw new Error(`The test sandbox has no ${route}.`);
  }

  const port = scriptedPort({
    http: async (request) => {
      const url = new URL(request.path, 'http://test');
      const route = `${request.method} ${url.pathname}`;
      log.push(`${request.connection} ${route}`);
      if (request.connection !== 'sandbox') return fromServer(route, url, request);
      return (await script.sandboxAnswer?.(route, request)) ?? fromSandbox(route, url, request);
    },
  });
  return {
    server: new ServerClient(port, 'server'),
    sandbox: new ServerClient(port, 'sandbox'),
    log,
    batches,
    indexes,
  };
}

/** The ids and texts of all written documents. */
export function written(
  batches: readonly string[],
): readonly { readonly Id: string; readonly Document: Readonly<Record<string, unknown>> }[] {
  return batches.flatMap(
    (body) =>
      (JSON.parse(body) as { Commands: { Id: string; Document: Record<string, unknown> }[] }).Commands,
  );
}
