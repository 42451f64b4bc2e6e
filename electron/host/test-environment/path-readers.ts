/**
 * Models of how servers and proxies parse a request target, written independently of the policy: no URL parser, no
 * shared code. If one of them finds another route than the policy judged, a request can bypass it.
 */

export interface ReadRoute {
  readonly database: string | undefined;
  readonly name: string;
}

interface Manner {
  /** Number of percent-decoding passes. */
  readonly decode: 0 | 1 | 2;
  /** Whether `%2F` counts as a separator once decoded; Kestrel, RavenDB's web server, leaves it encoded. */
  readonly slash: boolean;
  readonly backslash: boolean;
  readonly mergeSlashes: boolean;
  readonly dropParameters: boolean;
  readonly dropControls: boolean;
}

const plain: Manner = {
  decode: 0,
  slash: false,
  backslash: false,
  mergeSlashes: false,
  dropParameters: false,
  dropControls: false,
};

/** Every known parser between the page and a handler. */
export const pathReaders: Readonly<Record<string, (target: string) => ReadRoute>> = {
  'no decoding': reader(plain),
  Kestrel: reader({ ...plain, decode: 1 }),
  'decoding proxy': reader({ ...plain, decode: 1, slash: true, mergeSlashes: true }),
  'proxy on Windows': reader({ ...plain, decode: 1, slash: true, backslash: true, mergeSlashes: true }),
  'two decoding proxies': reader({ ...plain, decode: 2, slash: true, backslash: true, mergeSlashes: true }),
  'servlet container': reader({ ...plain, decode: 1, slash: true, mergeSlashes: true, dropParameters: true }),
  'browser-like parser': reader({ ...plain, decode: 1, backslash: true, dropControls: true }),
};

function reader(manner: Manner): (target: string) => ReadRoute {
  return (target) => {
    let path = target.split('?')[0]?.split('#')[0] ?? '';
    if (manner.dropControls) path = path.replace(/[\t\r\n]/g, '');
    for (let round = 0; round < manner.decode; round++) path = unescaped(path, manner.slash);
    if (manner.dropControls) path = path.replace(/[\t\r\n]/g, '');
    if (manner.backslash) path = path.split('\\').join('/');
    let segments = path.split('/');
    segments.shift();
    if (manner.dropParameters) segments = segments.map((each) => each.split(';')[0] ?? '');
    if (manner.mergeSlashes) segments = segments.filter((each) => each !== '');
    return routeOf(withoutDots(segments));
  };
}

/** Bytes that are no UTF-8 become U+FFFD, as lenient readers do; a percent sign without two digits stays. */
function unescaped(text: string, slash: boolean): string {
  if (!text.includes('%')) return text;
  const bytes: number[] = [];
  const source = Buffer.from(text, 'utf8');
  for (let at = 0; at < source.length; at++) {
    const byte = source[at] ?? 0;
    const digits = source.toString('latin1', at + 1, at + 3);
    const value = byte === 0x25 && /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
    if (value === undefined || (value === 0x2f && !slash)) bytes.push(byte);
    else {
      bytes.push(value);
      at += 2;
    }
  }
  return Buffer.from(bytes).toString('utf8');
}

function withoutDots(segments: readonly string[]): string[] {
  const out: string[] = [];
  for (const segment of segments) {
    if (segment === '..') out.pop();
    else if (segment !== '.') out.push(segment);
  }
  return out;
}

/** Routes are matched without regard to case; compatibility forms of a letter count as the letter, to be careful. */
function routeOf(segments: readonly string[]): ReadRoute {
  const folded = segments.map((each) => each.normalize('NFKC').toLowerCase());
  return folded[0] === 'databases' && folded.length > 2
    ? { database: segments[1], name: folded.slice(2).join('/') }
    : { database: undefined, name: folded.join('/') };
}

/** Every value under a name of the query, decoded or not, compared without case. */
export function queryValues(target: string, name: string): string[] {
  const mark = target.indexOf('?');
  if (mark < 0) return [];
  return target
    .slice(mark + 1)
    .split('&')
    .map((pair) => pair.split('='))
    .filter(
      ([key = '']) => unescaped(key.split('+').join(' '), true).trim().toLowerCase() === name.toLowerCase(),
    )
    .map(([, value = '']) => unescaped(value, true));
}
