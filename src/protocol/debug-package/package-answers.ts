/** Answers requests from the files of a debug package. */
import { z } from 'zod';
import { PortError, type HttpRequest, type HttpResponse } from '../../contract/index.ts';
import type { PackageNode } from './package-archive.ts';

export interface PackageTarget {
  readonly database: string | null;
  /** Without `/databases/{name}`. */
  readonly route: string;
  readonly query: URLSearchParams;
}

export function readTarget(path: string): PackageTarget {
  const url = new URL(path, 'http://package');
  const [, name, rest] = /^\/databases\/([^/]+)\/(.+)$/.exec(url.pathname) ?? [];
  return name === undefined || rest === undefined
    ? { database: null, route: url.pathname.slice(1), query: url.searchParams }
    : { database: decodeURIComponent(name), route: rest, query: url.searchParams };
}

/** Routes whose answer is in the file of another one. */
const sameAs: Readonly<Record<string, string>> = {
  'stats/essential': 'stats',
  'admin/record': 'database-record',
};

export async function answerFromPackage(node: PackageNode, request: HttpRequest): Promise<HttpResponse> {
  if (request.method !== 'GET')
    throw new PortError({
      code: 'policy-refused',
      message: 'A debug package is read-only: nothing can be changed or started in it.',
    });
  const target = readTarget(request.path);
  const made = await composed(node, target);
  return answer(made ?? filtered(await fileText(node, target), target.query));
}

export async function fileText(node: PackageNode, { database, route }: PackageTarget): Promise<string> {
  const file = node.find(database, sameAs[route] ?? route);
  if (!file)
    throw new PortError({
      code: 'unsupported',
      message: `The debug package does not contain ${database === null ? '' : `${database}: `}/${route}.`,
    });
  const text = await file.read();
  if (file.isError)
    throw new PortError({
      code: 'unsupported',
      message: `The server could not collect ${file.name.replace(/\.error$/i, '')} for the package.`,
      detail: text.slice(0, 10_000),
    });
  return text;
}

const answer = (body: string): HttpResponse => ({
  ...{ status: 200, headers: { 'content-type': 'application/json' } },
  ...{ body, ms: 0 },
});

const named = z.looseObject({ Results: z.array(z.looseObject({ Name: z.string() })) });

/** A route with `?name=` has all items in its file. */
function filtered(text: string, query: URLSearchParams): string {
  const names = query.getAll('name');
  if (names.length === 0) return text;
  const read = named.safeParse(parsed(text)).data;
  if (!read) return text;
  return JSON.stringify({ ...read, Results: read.Results.filter(({ Name }) => names.includes(Name)) });
}

/** Answers that no file has, made of others. */
async function composed(
  node: PackageNode,
  { database, route, query }: PackageTarget,
): Promise<string | null> {
  if (database === null && route === 'databases') {
    const wanted = query.get('name');
    const names = node.databases.filter((name) => wanted === null || name === wanted);
    const Databases = await Promise.all(names.map((name) => databaseEntry(node, name)));
    return JSON.stringify({ Databases });
  }
  const named = query.get('name');
  if (database === null && route === 'admin/databases' && named !== null)
    return fileText(node, { database: named, route: 'database-record', query });
  if (database !== null && route === 'collections/stats') {
    const detailed = z
      .looseObject({ Collections: z.record(z.string(), z.looseObject({ CountOfDocuments: z.number() })) })
      .safeParse(await read(node, database, 'collections/stats/detailed')).data;
    if (!detailed) return null;
    const counts = Object.entries(detailed.Collections).map(([name, each]) => [name, each.CountOfDocuments]);
    return JSON.stringify({
      CountOfDocuments: counts.reduce((sum, [, count]) => sum + Number(count), 0),
      Collections: Object.fromEntries(counts) as unknown,
    });
  }
  if (database !== null && route === 'indexes/status') {
    const found = indexStates.safeParse(await read(node, database, 'indexes/stats')).data;
    if (!found) return null;
    const Indexes = found.Results.map(({ Name, Status }) => ({ Name, Status }));
    const paused = Indexes.length > 0 && Indexes.every(({ Status }) => Status === 'Paused');
    return JSON.stringify({ Status: paused ? 'Paused' : 'Running', Indexes });
  }
  // What an index still had to do was not collected, which is not the same as none: the list shows stale indexes as such.
  if (database !== null && route === 'indexes/progress') return JSON.stringify({ Results: [] });
  return null;
}

const indexStates = z.looseObject({
  Results: z.array(z.looseObject({ Name: z.string(), Status: z.string().nullish() })),
});

const stats = z.looseObject({
  CountOfDocuments: z.number().nullish(),
  CountOfIndexes: z.number().nullish(),
  SizeOnDisk: z.unknown().optional(),
  TempBuffersSizeOnDisk: z.unknown().optional(),
});

async function databaseEntry(node: PackageNode, name: string): Promise<Readonly<Record<string, unknown>>> {
  const found = stats.safeParse(await read(node, name, 'stats')).data;
  if (!found) return { Name: name, LoadError: 'The debug package has no statistics of this database.' };
  return {
    ...{ Name: name, DocumentsCount: found.CountOfDocuments, IndexesCount: found.CountOfIndexes },
    ...{ TotalSize: found.SizeOnDisk, TempBuffersSize: found.TempBuffersSizeOnDisk },
  };
}

/** The JSON of a file; null where it is missing, damaged or an error. */
async function read(node: PackageNode, database: string, route: string): Promise<unknown> {
  try {
    return parsed(await fileText(node, { database, route, query: new URLSearchParams() }));
  } catch {
    return null;
  }
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
