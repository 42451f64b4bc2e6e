import { describe, expect, it } from 'vitest';
import type { ConnectionMode } from '../../../src/contract/index.ts';
import { decide, type RequestToJudge } from './decide.ts';

const base = new URL('http://server:8080');
const modes = ['read-only', 'guarded', 'full'] as const;

const judge = (mode: ConnectionMode, body: string, more: Partial<RequestToJudge> = {}) =>
  decide(mode, base, { method: 'POST', path: '/databases/shop/multi_get', body, ...more });
const bundle = (...requests: object[]) => JSON.stringify({ Requests: requests });
const sent = (mode: ConnectionMode, body: string): unknown => {
  const decision = judge(mode, body);
  return decision.allowed ? JSON.parse(decision.request.body ?? '') : decision;
};

describe('a bundle of requests', () => {
  it('is a read when all in it are, and is written as it was judged', () => {
    const body = bundle(
      { Url: '/databases/shop/docs', Query: '?id=a', Headers: { 'If-None-Match': '"1"', Cookie: 'x' } },
      { Url: '/databases/shop/docs?id=b', Method: 'get' },
      { Url: '/databases/shop/docs', Query: null, Method: 'POST', Headers: null, Content: { Ids: ['a'] } },
    );
    expect(sent('read-only', body)).toEqual({
      Requests: [
        { Url: '/databases/shop/docs', Query: '?id=a', Method: 'GET', Headers: { 'if-none-match': '"1"' } },
        { Url: '/databases/shop/docs', Query: '?id=b', Method: 'GET', Headers: {} },
        { Url: '/databases/shop/docs', Query: '', Method: 'POST', Headers: {}, Content: { Ids: ['a'] } },
      ],
    });
  });

  it('carries the parameter that forbids new indexes in each query of a connection without full access', () => {
    const body = bundle(
      {
        Url: '/databases/shop/queries',
        Query: '?disableAutoIndexCreation=false',
        Method: 'POST',
        Content: {},
      },
      { Url: '/databases/shop/queries', Query: '?query=from%20a' },
    );
    const query = (mode: ConnectionMode) =>
      (sent(mode, body) as { Requests: { Query: string }[] }).Requests.map((each) => each.Query);
    expect(query('read-only')).toEqual([
      '?disableAutoIndexCreation=true',
      '?query=from%20a&disableAutoIndexCreation=true',
    ]);
    expect(judge('guarded', body)).toMatchObject({ code: 'policy-refused', overridable: true });
    expect(sent('guarded', bundle({ Url: '/databases/shop/queries', Query: '?query=from%20a' }))).toEqual({
      Requests: [
        {
          Url: '/databases/shop/queries',
          Query: '?query=from%20a&disableAutoIndexCreation=true',
          Method: 'GET',
          Headers: {},
        },
      ],
    });
  });

  it('is refused for the one request that is not allowed', () => {
    const read = { Url: '/databases/shop/docs' };
    expect(judge('guarded', bundle(read, { Url: '/admin/databases', Method: 'DELETE' }))).toMatchObject({
      code: 'policy-refused',
      overridable: true,
      reason: expect.stringContaining('DELETE /admin/databases') as unknown,
    });
    expect(judge('read-only', bundle(read, { ...read, Method: 'put' }))).toMatchObject({
      code: 'policy-refused',
      overridable: false,
    });
    expect(judge('read-only', bundle(read, { Url: '/databases/shop/streams/queries' }))).toMatchObject({
      code: 'policy-refused',
    });
    const create = { Url: '/admin/databases?name=x', Method: 'PUT', Content: { DatabaseName: 'x' } };
    expect(judge('guarded', bundle(create))).toMatchObject({ code: 'policy-refused', overridable: true });
  });

  it.each([
    [
      'the last wins',
      '{"Requests":[{"Url":"/databases/a/docs","Method":"GET","Method":"DELETE"}]}',
      undefined,
    ],
    ['the last wins', '{"Requests":[{"Url":"/databases/a/docs","Method":"DELETE","Method":"GET"}]}', 'GET'],
    [
      'also for the list',
      '{"Requests":[{"Url":"/databases/a/docs","Method":"DELETE"}],"Requests":[{"Url":"/databases/a/docs"}]}',
      'GET',
    ],
  ])('is sent without repeated names: %s', (_why, body, method) => {
    const decision = judge('read-only', body);
    expect(decision.allowed).toBe(method !== undefined);
    if (!decision.allowed) return;
    expect(decision.request.body?.match(/"Method":"\w+"/g)).toEqual([`"Method":"${String(method)}"`]);
  });

  it.each([
    'Requests',
    '{}',
    '{"Requests":{}}',
    '{"Requests":[],"Other":1}',
    '{"Requests":[{"Url":"/databases/a/docs","Other":1}]}',
    '{"Requests":[{"url":"/databases/a/docs"}]}',
    '{"Requests":[{"Url":"/databases/a/docs","Method":"TRACE"}]}',
    '{"Requests":[{"Url":"/databases/a/docs","Query":"?x=1?y=2"}]}',
    '{"Requests":[{"Url":"/databases/a/docs?x=1","Query":"?y=2"}]}',
    '{"Requests":[{"Url":"/databases/a/d%6fcs"}]}',
    '{"Requests":[{"Url":"/databases/a/../../admin/databases"}]}',
    '{"Requests":[{"Url":"http://other/databases/a/docs"}]}',
    '{"Requests":[{"Url":"/databases/a/docs","Headers":{"If-Match":"1\\r\\nx: y"}}]}',
    '{"Requests":[{"Url":"/databases/a/multi_get","Method":"POST","Content":{"Requests":[]}}]}',
    '{"Requests":[{"Url":"/databases/a/queries","Method":"POST","Content":{"P":12345678901234567890}}]}',
    '',
  ])('is not sent in any mode when it is not what clients write: %s', (body) => {
    for (const mode of modes)
      expect(judge(mode, body)).toMatchObject({ code: 'bad-request', overridable: false });
  });

  it('is not sent in an encoding, which would hide what is in it', () => {
    const body = bundle({ Url: '/databases/shop/docs' });
    for (const mode of modes)
      expect(judge(mode, body, { bodyEncoding: 'base64' })).toMatchObject({ code: 'bad-request' });
  });

  it('may carry many digits in a text', () => {
    const content = '{"Query":"from a where b = 12345678901234567890"}';
    const body = bundle({ Url: '/databases/a/queries', Method: 'POST', Content: content });
    expect(sent('full', body)).toMatchObject({ Requests: [{ Content: content }] });
  });
});
