import { expect, it } from 'vitest';
import type { ServerConnection } from '../../../src/contract/index.ts';
import { KnownFiles } from './known-files.ts';
import { SeenCertificates } from './seen-certificates.ts';

const first = { kind: 'pfx', path: '/c/first.pfx' } as const;
const next = { kind: 'pfx', path: '/c/next.pfx' } as const;
const pin = 'ab'.repeat(32);

const stored: ServerConnection = {
  id: 'live',
  kind: 'server',
  name: 'Live',
  colour: 'red',
  mode: 'read-only',
  url: 'https://a.example/',
  certificate: first,
  otherCertificates: [next],
};

it('knows every certificate of a stored connection for its server, and for no other', () => {
  const known = new KnownFiles();
  for (const certificate of [first, next]) {
    expect(known.areKnown({ url: 'https://a.example', certificate }, [stored])).toBe(true);
    expect(known.areKnown({ url: 'https://b.example', certificate }, [stored])).toBe(false);
    expect(known.areKnown({ url: 'https://a.example', certificate }, [])).toBe(false);
  }
  const third = { kind: 'pfx', path: '/c/third.pfx' } as const;
  expect(known.areKnown({ url: 'https://a.example', certificate: third }, [stored])).toBe(false);
});

it('accepts a pin only as it is stored or confirmed, also with chosen files', () => {
  const known = new KnownFiles();
  known.addChosen(first.path);
  const pinned = { url: 'https://a.example', certificate: first, pinnedCertificate: pin };
  expect(known.areKnown({ url: pinned.url, certificate: first }, [])).toBe(true);
  expect(known.areKnown(pinned, [])).toBe(false);
  // A connection that accepts any trusted certificate says nothing about this one.
  expect(known.areKnown(pinned, [stored])).toBe(false);
  expect(known.areKnown(pinned, [{ ...stored, pinnedCertificate: pin }])).toBe(true);
  known.addConfirmed(pinned);
  expect(known.areKnown(pinned, [])).toBe(true);
  expect(known.areKnown({ ...pinned, pinnedCertificate: 'cd'.repeat(32) }, [])).toBe(false);
});

it('finds a seen certificate by server and fingerprint, and forgets the oldest', () => {
  const seen = new SeenCertificates();
  const certificate = { subject: 'CN=a', issuer: 'CN=b', fingerprint: pin, notBefore: 0, notAfter: 1 };
  seen.add('https://a.example/path', certificate);
  expect(seen.find('https://a.example', pin)).toBe(certificate);
  expect(seen.find('https://b.example', pin)).toBeUndefined();
  for (let port = 1; port <= 200; port++) seen.add(`https://a.example:${port}`, certificate);
  expect(seen.find('https://a.example', pin)).toBeUndefined();
  expect(seen.find('https://a.example:200', pin)).toBe(certificate);
});

it('knows the other nodes of a confirmed connection, with the certificates that were shown for them', () => {
  const known = new KnownFiles();
  const node = { tag: 'B', url: 'https://b.example', pinnedCertificate: pin };
  const confirmed = { ...stored, nodes: [node] };
  const atNode = { ...confirmed, url: node.url, nodes: [], pinnedCertificate: pin };
  expect(known.areKnown(atNode, [confirmed])).toBe(true);
  expect(known.areKnown(atNode, [stored])).toBe(false);
  expect(known.areKnown({ ...atNode, pinnedCertificate: 'cd'.repeat(32) }, [confirmed])).toBe(false);
  expect(known.areKnown({ ...atNode, url: 'https://c.example' }, [confirmed])).toBe(false);
});
