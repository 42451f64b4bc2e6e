/**
 * Reads the address of a request. The `URL` built here is judged by the policy and sent by the transport: no other code
 * turns the page's text into an address. Accepted is only what every reader understands in the same way (see README.md).
 */

export interface Route {
  readonly of: 'database' | 'server';
  /** Lower case, joined with `/`, without the `/databases/{name}` prefix; empty for the root. */
  readonly name: string;
  /** Decoded; only for routes of a database. */
  readonly database?: string;
}

export interface RequestTarget {
  /** With the base's origin and path prefix. An HTTP transport sends exactly this object. */
  readonly url: URL;
  /** Path and query of `url` without the base's prefix. The engine in this process gets exactly this text. */
  readonly path: string;
  readonly route: Route;
}

export type TargetReading = { readonly target: RequestTarget } | { readonly problem: string };

/** RavenDB's and the sandbox's rule for a database name, and `$` followed by the number of a shard. */
const databaseName = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*(?:\$\d+)?$/u;
/** Routes are plain ASCII, so nothing in them needs an escape. */
const routeSegment = /^[A-Za-z0-9_.-]+$/;

/** `path` begins at the root of `base`: `/databases/shop/docs?id=…`. */
export function readTarget(base: URL, path: string): TargetReading {
  const foreign = /[^!-~]|[#\\]/.exec(path)?.[0];
  if (foreign !== undefined) return { problem: `it contains ${describe(foreign)}` };
  const mark = path.indexOf('?');
  const pathname = mark < 0 ? path : path.slice(0, mark);
  if (mark >= 0 && path.includes('?', mark + 1)) return { problem: 'it contains a second "?"' };

  const reading = readRoute(pathname);
  if ('problem' in reading) return reading;

  const prefix = base.pathname.replace(/\/+$/, '');
  const url = new URL(base.origin + prefix + path);
  // The URL parser resolves, drops and encodes what it does not like. Text that survives unchanged has one meaning.
  if (url.pathname + url.search !== prefix + path)
    return { problem: 'it contains an empty query or a character that must be percent-encoded' };
  return { target: { url, path, route: reading.route } };
}

function readRoute(pathname: string): { readonly route: Route } | { readonly problem: string } {
  if (pathname === '/') return { route: { of: 'server', name: '' } };
  const [first, ...segments] = pathname.split('/');
  if (first !== '' || segments.length === 0) return { problem: 'it does not start with "/"' };
  if (segments.includes('')) return { problem: 'it contains an empty segment' };
  const underDatabases = segments[0]?.toLowerCase() === 'databases';
  let database: string | undefined;
  const names: string[] = [];
  for (const [index, segment] of segments.entries()) {
    if (underDatabases && index === 1) {
      database = decodeName(segment);
      if (database === undefined || !databaseName.test(database))
        return { problem: `"${segment}" is not a database name` };
    } else if (!routeSegment.test(segment) || segment === '.' || segment === '..')
      return { problem: `"${segment}" is not a valid part of a route` };
    names.push((index === 1 ? (database ?? segment) : segment).toLowerCase());
  }
  return database !== undefined && segments.length > 2
    ? { route: { of: 'database', name: names.slice(2).join('/'), database } }
    : { route: { of: 'server', name: names.join('/') } };
}

function decodeName(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A stray percent sign, or bytes that are not UTF-8: no name.
    return undefined;
  }
}

function describe(character: string): string {
  const code = character.charCodeAt(0);
  return code > 0x20 && code < 0x7f
    ? `"${character}"`
    : `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * The same target with one query parameter set, whatever the page wrote under that name. Servers differ in which of
 * several equal names they read (RavenDB the last, the sandbox the first) and in decoding names: none remains.
 */
export function withParameter(base: URL, target: RequestTarget, name: string, value: string): TargetReading {
  const [pathname = '', query = ''] = target.path.split('?');
  const wanted = foldedName(name);
  const kept = query.split('&').filter((pair) => pair !== '' && foldedName(decodedKey(pair)) !== wanted);
  return readTarget(base, `${pathname}?${[...kept, `${name}=${value}`].join('&')}`);
}

/** Every value that the query string gives to a parameter, in any spelling of its name. */
export function parameterValues({ path }: RequestTarget, name: string): readonly string[] {
  const wanted = foldedName(name);
  return [...new URLSearchParams(path.split('?')[1] ?? '')]
    .filter(([key]) => foldedName(key) === wanted)
    .map(([, value]) => value);
}

/** As form decoding reads it, which never fails. */
function decodedKey(pair: string): string {
  const [key = ''] = new URLSearchParams(pair).keys();
  return key;
}

/** ASP.NET compares names without case; compatibility forms of a letter count as the letter. */
function foldedName(name: string): string {
  return name.normalize('NFKC').toUpperCase().trim();
}
