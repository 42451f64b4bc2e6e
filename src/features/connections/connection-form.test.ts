import { describe, expect, it } from 'vitest';
import { serverConnection } from '../../contract/index.ts';
import {
  emptyForm,
  formOf,
  problemsOf,
  toConnection,
  toTest,
  type ConnectionForm,
} from './connection-form.ts';

const form = (part: Partial<ConnectionForm>): ConnectionForm => ({
  ...emptyForm,
  name: 'Staging',
  url: 'https://a.example.com',
  ...part,
});

describe('problemsOf', () => {
  it('accepts a valid form', () => {
    expect(problemsOf(form({}), ['Sandbox'])).toEqual({});
    expect(problemsOf(form({ certificate: 'pfx', pfxPath: '/c/client.pfx' }), [])).toEqual({});
  });

  it('requires a unique name', () => {
    expect(problemsOf(form({ name: 'sandbox' }), ['Sandbox']).name).toContain('already');
    expect(problemsOf(form({ name: 'x'.repeat(121) }), []).name).toContain('120');
  });

  it('requires the certificate files', () => {
    expect(problemsOf(form({ certificate: 'pfx' }), []).pfxPath).toContain('.pfx');
    expect(Object.keys(problemsOf(form({ certificate: 'pem' }), []))).toEqual(['pemPath', 'keyPath']);
  });

  it('reports that a certificate needs https', () => {
    const problems = problemsOf(form({ url: 'http://a', certificate: 'pfx', pfxPath: '/c.pfx' }), []);
    expect(problems.certificate).toContain('https');
  });
});

describe('requests', () => {
  it('send a connection as defined by the contract, trimmed, with the plain address', () => {
    const sent = toConnection(
      form({
        name: ' Live ',
        url: ' https://a.example.com/ ',
        certificate: 'pem',
        pemPath: ' /c.pem ',
        keyPath: '/k',
      }),
      'https://a.example.com',
    );
    expect(sent).toEqual({
      kind: 'server',
      name: 'Live',
      url: 'https://a.example.com',
      colour: 'slate',
      mode: 'read-only',
      certificate: { kind: 'pem', certificatePath: '/c.pem', keyPath: '/k' },
    });
    expect(serverConnection.safeParse({ ...sent, id: 'x' }).success).toBe(true);
  });

  it('include the password in a test, never in a saved connection', () => {
    const withPassword = form({ certificate: 'pfx', pfxPath: '/c.pfx', password: 'hunter2' });
    expect(toTest(withPassword, 'https://a.example.com')).toMatchObject({ password: 'hunter2' });
    expect(JSON.stringify(toConnection(withPassword, 'https://a.example.com'))).not.toContain('hunter2');
    expect(toTest(form({}), 'https://a.example.com')).not.toHaveProperty('password');
  });

  it('accept a pinned certificate over https only', () => {
    const pinned = form({ pinnedCertificate: 'ab'.repeat(32) });
    expect(toTest(pinned, 'https://a')).toMatchObject({ pinnedCertificate: 'ab'.repeat(32) });
    expect(toTest(pinned, 'http://a')).not.toHaveProperty('pinnedCertificate');
  });

  it('keep an unchanged connection as it was', () => {
    const connection = serverConnection.parse({
      id: 'c1',
      kind: 'server',
      name: 'Live',
      url: 'https://a.example.com',
      colour: 'red',
      mode: 'read-only',
      certificate: { kind: 'pfx', path: '/c.pfx' },
      otherCertificates: [{ kind: 'pem', certificatePath: '/n.pem', keyPath: '/n.key' }],
      authorityPath: '/ca.pem',
      pinnedCertificate: 'ab'.repeat(32),
    });
    expect(toConnection(formOf(connection), connection.url)).toEqual(connection);
  });
});
