import { expect, it } from 'vitest';
import type { CertificateDetails, ConnectionView, ServerConnection } from '../../contract/index.ts';
import {
  entriesOf,
  subjectName,
  successorOf,
  withActive,
  withAdded,
  without,
} from './certificate-entries.ts';

const old = { kind: 'pfx', path: '/old.pfx' } as const;
const next = { kind: 'pfx', path: '/next.pfx' } as const;
const third = { kind: 'pfx', path: '/third.pfx' } as const;

const anonymous: ServerConnection = {
  id: 'live',
  kind: 'server',
  name: 'Live',
  url: 'https://a.example',
  colour: 'red',
  mode: 'read-only',
  otherCertificates: [next],
};
const live: ServerConnection = { ...anonymous, certificate: old };

const details = (notBefore: number, notAfter: number): CertificateDetails => ({
  subject: 'O=Example, CN=a client',
  fingerprint: 'ab'.repeat(32),
  notBefore,
  notAfter,
});

it('lists the active certificate first, each with its own state', () => {
  const view: ConnectionView = {
    connection: live,
    needsPassword: true,
    otherCertificates: [{ needsPassword: false, problem: 'missing' }],
  };
  expect(entriesOf(view)).toMatchObject([
    { certificate: old, active: true, needsPassword: true },
    { certificate: next, active: false, needsPassword: false, problem: 'missing' },
  ]);
  expect(entriesOf({ ...view, connection: anonymous })).toMatchObject([
    { certificate: next, active: false, problem: 'missing' },
  ]);
});

it('switches, adds and removes without losing or repeating one', () => {
  const switched = withActive(live, next);
  expect(switched).toMatchObject({ certificate: next, otherCertificates: [old] });
  expect(withActive(switched, old)).toEqual(live);
  const added = withAdded(live, third);
  expect(added).toMatchObject({ certificate: old, otherCertificates: [next, third] });
  for (const each of [old, next, third]) expect(withAdded(added, { ...each })).toEqual(added);
  expect(without(added, next)).toMatchObject({ certificate: old, otherCertificates: [third] });
});

it('proposes only a valid certificate that ends later', () => {
  const proposed = (other: CertificateDetails): CertificateDetails | undefined =>
    successorOf(
      {
        connection: live,
        needsPassword: false,
        certificate: details(0, 1000),
        otherCertificates: [{ needsPassword: false, details: other }],
      },
      500,
    );
  expect(proposed(details(0, 2000))?.notAfter).toBe(2000);
  expect(proposed(details(0, 900))).toBeUndefined();
  expect(proposed(details(600, 2000))).toBeUndefined();
});

it('names a certificate by its common name', () => {
  expect(subjectName(details(0, 0))).toBe('a client');
  expect(subjectName({ ...details(0, 0), subject: 'O=Example' })).toBe('O=Example');
});
