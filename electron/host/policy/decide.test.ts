import { describe, expect, it } from 'vitest';
import type { ConnectionMode, HttpMethod } from '../../../src/contract/index.ts';
import { decide } from './decide.ts';

type Expected = 'read' | 'write' | 'danger';

/** Which modes let a request of each kind through. */
const letThrough: Record<Expected, ConnectionMode[]> = {
  read: ['read-only', 'guarded', 'full'],
  write: ['guarded', 'full'],
  danger: ['full'],
};

const table: [HttpMethod, string, Expected][] = [
  ['GET', '/build/version', 'read'],
  ['GET', '/databases', 'read'],
  ['GET', '/databases/shop/docs?id=orders%2F1', 'read'],
  ['HEAD', '/databases/shop/docs?id=orders%2F1', 'read'],
  ['POST', '/databases/shop/docs', 'read'],
  ['POST', '/databases/shop/queries', 'read'],
  ['POST', '/databases/shop/queries?debug=entries', 'read'],
  ['POST', '/databases/shop/streams/queries?format=jsonl', 'read'],
  ['GET', '/databases/shop/streams/docs', 'read'],
  ['POST', '/databases/shop/debug/script', 'read'],
  ['GET', '/databases/shop/debug/io-metrics', 'read'],
  ['GET', '/admin/debug/threads/stack-trace', 'read'],
  ['POST', '/authentication/2fa?hasLimits=false', 'read'],
  ['PUT', '/databases/shop/docs?id=a', 'write'],
  ['DELETE', '/databases/shop/docs?id=a', 'write'],
  ['PATCH', '/databases/shop/docs?id=a', 'write'],
  ['POST', '/databases/shop/bulk_docs', 'write'],
  ['POST', '/databases/shop/admin/documents-compression/config', 'write'],
  ['POST', '/databases/shop/debug/queries/kill?id=1', 'write'],
  ['GET', '/databases/shop/hilo/next?tag=orders', 'write'],
  ['PUT', '/admin/databases?name=shop', 'write'],
  ['POST', '/databases/shop/admin/indexes/start', 'write'],
  ['DELETE', '/admin/databases', 'danger'],
  ['DELETE', '/databases/shop/studio/collections/docs?name=Orders', 'danger'],
  ['DELETE', '/databases/shop/queries', 'danger'],
  ['PATCH', '/databases/shop/queries', 'danger'],
  ['POST', '/databases/shop/admin/indexes/stop', 'danger'],
  ['POST', '/databases/shop/admin/indexes/disable?name=x', 'danger'],
  ['DELETE', '/databases/shop/indexes?name=x', 'danger'],
  ['RESET', '/databases/shop/indexes?name=x', 'danger'],
  ['POST', '/admin/compact', 'danger'],
  ['POST', '/databases/shop/admin/compact?collection=Orders', 'write'],
  ['POST', '/admin/console', 'danger'],
  ['PUT', '/admin/certificates', 'danger'],
  ['DELETE', '/admin/certificates/edit', 'danger'],
  ['DELETE', '/admin/cluster/node?nodeTag=B', 'danger'],
  // The same routes written otherwise, as a server would still understand them.
  ['DELETE', '/ADMIN/Databases', 'danger'],
  ['DELETE', '/%61dmin/databases/', 'danger'],
  ['DELETE', '//admin//databases', 'danger'],
  ['DELETE', '/Databases/shop/Queries', 'danger'],
  // A database may be called anything, also like a route.
  ['DELETE', '/databases/admin/docs?id=databases', 'write'],
  ['POST', '/databases/queries/bulk_docs', 'write'],
];

describe.each(table)('%s %s', (method, path, expected) => {
  it.each(['read-only', 'guarded', 'full'] as const)(`is a ${expected}, judged so when %s`, (mode) => {
    const decision = decide(mode, { method, path });
    expect(decision.allowed).toBe(letThrough[expected].includes(mode));
    if (!decision.allowed) {
      expect(decision.code).toBe('policy-refused');
      expect(decision.reason).toContain(mode);
    }
  });
});

it.each(['/databases/a/docs/../../../admin/databases', '/databases/a/%2e%2e/x', '/a\\b', '/%zz', '/a%00b'])(
  'does not send what can be read in two ways, in any mode: %s',
  (path) => {
    for (const mode of ['read-only', 'guarded', 'full'] as const)
      expect(decide(mode, { method: 'DELETE', path })).toMatchObject({ allowed: false, code: 'bad-request' });
  },
);

describe('a bundle of requests', () => {
  const bundle = (...requests: object[]) => ({
    method: 'POST' as const,
    path: '/databases/shop/multi_get',
    body: JSON.stringify({ Requests: requests }),
  });

  it('is a read when all in it are', () => {
    const asked = bundle(
      { Url: '/databases/shop/docs', Query: '?id=a' },
      { Url: '/databases/shop/queries', Method: 'POST' },
    );
    expect(decide('read-only', asked)).toEqual({ allowed: true });
  });

  it('is refused for the one that is not', () => {
    const hidden = { Url: '/admin/databases', Method: 'DELETE' };
    expect(decide('guarded', bundle({ Url: '/databases/shop/docs' }, hidden))).toMatchObject({
      allowed: false,
    });
    expect(decide('read-only', bundle({ Url: '/databases/shop/docs', Method: 'put' }))).toMatchObject({
      allowed: false,
    });
    expect(decide('read-only', bundle({ Url: '/databases/shop/multi_get', Method: 'POST' }))).toMatchObject({
      allowed: false,
    });
  });

  it('is not sent when it cannot be read', () => {
    const asked = { method: 'POST' as const, path: '/databases/shop/multi_get', body: 'Requests' };
    expect(decide('guarded', asked)).toMatchObject({ allowed: false, code: 'bad-request' });
    expect(decide('full', asked)).toEqual({ allowed: true });
  });

  it('is not sent in an encoding, which would hide what is in it', () => {
    const asked = { ...bundle({ Url: '/databases/shop/docs' }), bodyEncoding: 'base64' as const };
    expect(decide('guarded', asked)).toMatchObject({ allowed: false, code: 'bad-request' });
  });
});
