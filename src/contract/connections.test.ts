import { expect, it } from 'vitest';
import { certificateKey, certificatesOf, serverConnection } from './connections.ts';
import { fingerprintText } from './fingerprint.ts';

const stored = {
  id: 'c1',
  kind: 'server',
  name: 'Live',
  url: 'https://a.example.com',
  colour: 'red',
  mode: 'read-only',
  certificate: { kind: 'pfx', path: '/c.pfx' },
} as const;

it('a connection of a version with one certificate is read unchanged', () => {
  const read = serverConnection.parse(stored);
  expect(read).toEqual(stored);
  expect(certificatesOf(read)).toEqual([stored.certificate]);
});

it('a pin is a complete SHA-256', () => {
  const pinnedCertificate = 'ab'.repeat(32);
  expect(serverConnection.parse({ ...stored, pinnedCertificate })).toMatchObject({ pinnedCertificate });
  for (const wrong of ['', 'ab', 'AB'.repeat(32), `${'ab'.repeat(32)}00`])
    expect(serverConnection.safeParse({ ...stored, pinnedCertificate: wrong }).success, wrong).toBe(false);
  expect(fingerprintText('0aff')).toBe('0A:FF');
});

it('certificates are the same when their files are', () => {
  const pem = { kind: 'pem', certificatePath: '/c', keyPath: '/k' } as const;
  expect(certificateKey(pem)).toBe(certificateKey({ ...pem }));
  expect(certificateKey(pem)).not.toBe(certificateKey({ ...pem, keyPath: '/other' }));
  expect(certificateKey(pem)).not.toBe(certificateKey(undefined));
});
