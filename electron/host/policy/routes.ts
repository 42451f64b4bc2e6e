/**
 * What a request does to a server, told from its method and route alone. RavenDB matches routes without regard to case and
 * after percent-decoding, so this does too; a path that two readers could understand differently is not understood here.
 */
import type { HttpMethod } from '../../../src/contract/index.ts';

/**
 * `read` changes nothing. `write` changes documents or settings in a way a person can follow and take back.
 * `danger` loses data at large, or stops the work of a database or an index.
 */
export type Effect = 'read' | 'write' | 'danger';

interface Rule {
  readonly methods: readonly HttpMethod[];
  /** Segments after an optional `/databases/{name}`; `*` at the end stands for any rest. */
  readonly route: string;
  /** Whether the rule is for a database's routes, the server's own, or both. */
  readonly of: 'database' | 'server' | 'both';
  readonly effect: Effect;
  /** For danger: what it would do, to complete "… is refused: it would …". */
  readonly would?: string;
}

/** First match wins; what no rule names is a read for GET and HEAD, a write otherwise. */
const rules: readonly Rule[] = [
  // Reads that need a body or another verb.
  { methods: ['POST'], route: 'queries', of: 'database', effect: 'read' },
  { methods: ['POST'], route: 'docs', of: 'database', effect: 'read' },
  { methods: ['POST'], route: 'attachments', of: 'database', effect: 'read' },
  { methods: ['POST'], route: 'attachments/bulk', of: 'database', effect: 'read' },
  { methods: ['POST'], route: 'streams/queries', of: 'database', effect: 'read' },
  { methods: ['POST'], route: 'indexes/has-changed', of: 'database', effect: 'read' },
  { methods: ['POST'], route: 'smuggler/export', of: 'database', effect: 'read' },
  { methods: ['POST'], route: 'debug/queries/kill', of: 'database', effect: 'write' },
  { methods: ['POST'], route: 'debug/*', of: 'both', effect: 'read' },
  { methods: ['POST'], route: 'build/version/updates', of: 'server', effect: 'read' },
  { methods: ['POST', 'DELETE'], route: 'authentication/2fa', of: 'server', effect: 'read' },
  // GETs that change something.
  { methods: ['GET'], route: 'hilo/next', of: 'database', effect: 'write' },
  { methods: ['GET'], route: 'admin/debug/memory/gc', of: 'server', effect: 'write' },
  // What is hard to take back.
  {
    methods: ['DELETE'],
    route: 'admin/databases',
    of: 'server',
    effect: 'danger',
    would: 'delete whole databases',
  },
  {
    methods: ['POST'],
    route: 'admin/databases/disable',
    of: 'server',
    effect: 'danger',
    would: 'take databases out of service',
  },
  {
    methods: ['POST'],
    route: 'admin/compact',
    of: 'server',
    effect: 'danger',
    would: 'take a database out of service while it is compacted',
  },
  {
    methods: ['POST'],
    route: 'admin/restore/database',
    of: 'server',
    effect: 'danger',
    would: 'restore a database',
  },
  {
    methods: ['DELETE'],
    route: 'studio/collections/docs',
    of: 'database',
    effect: 'danger',
    would: 'delete all documents of a collection',
  },
  {
    methods: ['DELETE'],
    route: 'queries',
    of: 'database',
    effect: 'danger',
    would: 'delete every document a query finds',
  },
  {
    methods: ['PATCH'],
    route: 'queries',
    of: 'database',
    effect: 'danger',
    would: 'change every document a query finds',
  },
  { methods: ['DELETE'], route: 'indexes', of: 'database', effect: 'danger', would: 'delete an index' },
  {
    methods: ['RESET'],
    route: 'indexes',
    of: 'database',
    effect: 'danger',
    would: 'throw an index away and build it anew',
  },
  {
    methods: ['POST'],
    route: 'admin/indexes/stop',
    of: 'database',
    effect: 'danger',
    would: 'stop indexing',
  },
  {
    methods: ['POST'],
    route: 'admin/indexes/disable',
    of: 'database',
    effect: 'danger',
    would: 'disable an index',
  },
  {
    methods: ['DELETE'],
    route: 'admin/revisions',
    of: 'database',
    effect: 'danger',
    would: 'delete revisions for good',
  },
  {
    methods: ['POST'],
    route: 'admin/console',
    of: 'both',
    effect: 'danger',
    would: 'run a script with full rights inside the server',
  },
  {
    methods: ['POST', 'PUT', 'DELETE'],
    route: 'admin/certificates/*',
    of: 'server',
    effect: 'danger',
    would: 'change who may enter the server',
  },
  {
    methods: ['POST', 'PUT', 'DELETE'],
    route: 'admin/cluster/*',
    of: 'server',
    effect: 'danger',
    would: 'change the cluster',
  },
];

export interface Route {
  readonly of: 'database' | 'server';
  /** Lower-case, joined with `/`, without the database prefix. */
  readonly name: string;
}

/** Undefined when the path has no single meaning (dot segments, a bad percent sign, a backslash). */
export function readRoute(path: string): Route | undefined {
  const [beforeQuery = ''] = path.split('?', 1);
  const segments: string[] = [];
  for (const raw of beforeQuery.split('/')) {
    let segment: string;
    try {
      segment = decodeURIComponent(raw);
    } catch {
      return undefined;
    }
    if (segment === '.' || segment === '..' || segment.includes('\\') || segment.includes('\0'))
      return undefined;
    if (segment !== '') segments.push(segment.toLowerCase());
  }
  return segments[0] === 'databases' && segments.length > 2
    ? { of: 'database', name: segments.slice(2).join('/') }
    : { of: 'server', name: segments.join('/') };
}

export function effectOf(method: HttpMethod, route: Route): { effect: Effect; would?: string } {
  const rule = rules.find(
    (each) =>
      each.methods.includes(method) &&
      (each.of === 'both' || each.of === route.of) &&
      (each.route.endsWith('/*')
        ? route.name === each.route.slice(0, -2) || route.name.startsWith(each.route.slice(0, -1))
        : route.name === each.route),
  );
  if (rule) return { effect: rule.effect, ...(rule.would === undefined ? {} : { would: rule.would }) };
  return { effect: method === 'GET' || method === 'HEAD' ? 'read' : 'write' };
}
