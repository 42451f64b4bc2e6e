import { describe, expect, it } from 'vitest';
import { isAppLink, MAX_APP_LINK_CHARACTERS, readAppLink, writeAppLink } from './app-links.ts';

const server = 'server=https%3A%2F%2Fdb.example%3A8080';

describe('a rookery:// link', () => {
  it('is read as screen, server, database and parameters', () => {
    expect(readAppLink(`rookery://open/document?${server}/&database=Shop&id=orders%2F1-A%20%C5%BC`)).toEqual({
      link: {
        screen: 'document',
        server: 'https://db.example:8080',
        database: 'Shop',
        params: { id: 'orders/1-A ż' },
      },
    });
  });

  it('is read as it was written', () => {
    const link = {
      screen: 'query',
      server: 'sandbox',
      database: 'shop',
      params: { query: "from Orders\nwhere Name = 'a+b & c'" },
    };
    expect(readAppLink(writeAppLink(link) ?? '')).toEqual({ link });
  });

  it.each([
    ['another scheme', `https://open/query?${server}`],
    ['another action', `rookery://run/query?${server}`],
    ['a user', `rookery://me@open/query?${server}`],
    ['a screen with more rights', `rookery://open/connections?${server}`],
    ['an unknown screen', `rookery://open/constructor?${server}`],
    ['a path', `rookery://open/../query?${server}`],
    ['a fragment', `rookery://open/query?${server}#x`],
    ['a second query', `rookery://open/query?${server}?x`],
    ['a parameter that runs something', `rookery://open/query?${server}&reproduce=1`],
    ['a parameter of another screen', `rookery://open/document?${server}&cloneOf=x`],
    ['a parameter twice', `rookery://open/query?${server}&${server}`],
    ['no server', 'rookery://open/query?database=shop'],
    ['a file', 'rookery://open/query?server=file:///etc/passwd'],
    ['a script', 'rookery://open/query?server=javascript:alert(1)'],
    ['a user of the server', 'rookery://open/query?server=https://me:pw@db.example'],
    ['a space', `rookery://open/query?${server}&query=from Orders`],
    ['a zero byte', `rookery://open/document?${server}&id=%00`],
    ['a mark of direction', `rookery://open/document?${server}&id=%E2%80%AE`],
    ['a line in an id', `rookery://open/document?${server}&id=a%0Ab`],
    ['too much', `rookery://open/query?${server}&query=${'x'.repeat(MAX_APP_LINK_CHARACTERS)}`],
  ])('with %s is refused', (_, text) => {
    expect(readAppLink(text)).toHaveProperty('problem');
  });

  it('is written for screens that a link may open only', () => {
    const of = (screen: string, params: Record<string, string> = {}) =>
      writeAppLink({ screen, server: 'sandbox', database: 'shop', params });
    expect(of('patch')).toBeUndefined();
    expect(of('query', { query: 'x'.repeat(MAX_APP_LINK_CHARACTERS) })).toBeUndefined();
    expect(of('document', { id: 'a', cloneOf: 'b' })).not.toContain('cloneOf');
    expect(isAppLink('ROOKERY://open/query')).toBe(true);
    expect(isAppLink('rookery')).toBe(false);
  });
});
