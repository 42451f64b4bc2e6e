import { describe, expect, it } from 'vitest';
import { nameFromAddress, readTypedAddress } from './server-address.ts';

describe('readTypedAddress', () => {
  it.each([
    ['http://localhost:8080', ['http://localhost:8080']],
    ['https://a.cluster.example.com', ['https://a.cluster.example.com']],
    [' https://10.0.0.1:443/ ', ['https://10.0.0.1']],
    ['http://[::1]:8080', ['http://[::1]:8080']],
    ['http://db:8080/studio/index.html#databases/documents?&database=Shop', ['http://db:8080']],
    ['https://a.example.com/studio', ['https://a.example.com']],
    ['http://db:8080/#databases', ['http://db:8080']],
    ['localhost:8080', ['http://localhost:8080', 'https://localhost:8080']],
    ['10.0.0.7:8080', ['http://10.0.0.7:8080', 'https://10.0.0.7:8080']],
    ['db.example.com', ['https://db.example.com', 'http://db.example.com']],
    ['db.example.com:8080/studio/index.html', ['https://db.example.com:8080', 'http://db.example.com:8080']],
  ])('reads %s', (typed, origins) => {
    expect(readTypedAddress(typed)).toEqual({ kind: 'address', origins });
  });

  it.each([
    ['', 'Enter the server address'],
    ['ftp://example.com', 'not ftp'],
    ['http://', 'Invalid address'],
    ['https://:443', 'Invalid address'],
    ['two words', 'Invalid address'],
    ['http://me:secret@example.com', 'client certificates'],
    ['me:secret@example.com', 'client certificates'],
    ['http://example.com/studios', 'http://example.com'],
    ['http://example.com/databases/Shop', 'http://example.com'],
    ['http://example.com?x=1', 'http://example.com'],
  ])('rejects “%s” with a reason', (typed, says) => {
    const read = readTypedAddress(typed);
    expect(read.kind === 'invalid' ? read.problem : read.origins).toContain(says);
  });
});

describe('nameFromAddress', () => {
  it('is host and port, numbered when taken', () => {
    expect(nameFromAddress('http://localhost:8080/studio/index.html', [])).toBe('localhost:8080');
    expect(nameFromAddress('db.example.com', ['DB.example.com', 'db.example.com (2)'])).toBe(
      'db.example.com (3)',
    );
  });

  it('is empty for an invalid address', () => {
    expect(nameFromAddress('ftp://x', [])).toBe('');
  });
});
