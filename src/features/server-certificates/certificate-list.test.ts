import { expect, it } from 'vitest';
import type { RegisteredCertificate } from '../../protocol/server-certificates.ts';
import { certificatesAsCsv, endingText, endOf, filterCertificates, rightsText } from './certificate-list.ts';

const DAY_MS = 86_400_000;
const now = Date.UTC(2026, 5, 1);
const certificate = (part: Partial<RegisteredCertificate> = {}): RegisteredCertificate => ({
  name: 'reporting',
  thumbprint: 'AB12',
  clearance: 'ValidUser',
  permissions: new Map([
    ['Shop', 'Read'],
    ['Archive', 'Admin'],
  ]),
  notBefore: now - DAY_MS,
  notAfter: now + 400 * DAY_MS,
  isServer: false,
  ...part,
});

it('the end becomes more urgent 30, 7 and 1 days before', () => {
  const tones = [31, 30, 8, 7, 2, 1, 0.5, 0, -5].map(
    (days) => endOf(certificate({ notAfter: now + days * DAY_MS }), now).tone,
  );
  expect(tones).toEqual([
    'neutral',
    'info',
    'info',
    'warning',
    'warning',
    'danger',
    'danger',
    'danger',
    'danger',
  ]);
  expect(endOf(certificate({ notAfter: now + 0.5 * DAY_MS }), now).text).toBe('ends in less than a day');
  expect(endOf(certificate({ notBefore: now + DAY_MS }), now)).toMatchObject({ tone: 'warning' });
  expect(endOf(certificate({ notAfter: Number.NaN }), now).text).toBe('unknown');
});

it('rights are listed only for the clearance that has them', () => {
  expect(rightsText(certificate())).toBe('Shop: Read, Archive: Admin');
  expect(rightsText(certificate({ permissions: new Map() }))).toBe('no database');
  expect(rightsText(certificate({ clearance: 'Operator' }))).toBe('all databases');
});

it('the filter finds name, thumbprint, clearance and rights', () => {
  const all = [certificate(), certificate({ name: 'admin', clearance: 'ClusterAdmin', thumbprint: 'CD34' })];
  const found = (filter: string) => filterCertificates(all, filter).map(({ name }) => name);
  expect(found('')).toEqual(['reporting', 'admin']);
  expect(found('cd3')).toEqual(['admin']);
  expect(found('validuser archive')).toEqual(['reporting']);
});

it('certificates that end soon are counted', () => {
  const end = (days: number) => certificate({ notAfter: now + days * DAY_MS });
  expect(endingText([end(31)], now)).toBeUndefined();
  expect(endingText([end(3), end(-3), end(20)], now)).toMatch(
    /^1 certificate expired, 2 certificates end within 30 days\./,
  );
});

it('the CSV has a line for each certificate', () => {
  expect(certificatesAsCsv([certificate({ notAfter: Number.NaN })]).split(/\r?\n/)[1]).toBe(
    'reporting,AB12,ValidUser,"Shop: Read, Archive: Admin",2026-05-31T00:00:00.000Z,',
  );
});
