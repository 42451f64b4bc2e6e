import { describe, expect, it } from 'vitest';
import { serverConnection } from '../../contract/index.ts';
import {
  addressProblem,
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

describe('addressProblem', () => {
  it.each([
    'http://localhost:8080',
    'https://a.cluster.example.com',
    ' https://10.0.0.1:443/ ',
    'http://[::1]:8080',
  ])('accepts %s', (url) => {
    expect(addressProblem(url)).toBeNull();
  });

  it.each([
    ['', 'Enter the server address'],
    ['localhost:8080', 'http://localhost:8080'],
    ['db.example.com', 'https://db.example.com'],
    ['ftp://example.com', 'not ftp'],
    ['http://', 'Invalid address'],
    ['https://:443', 'Invalid address'],
    ['http://me:secret@example.com', 'client certificates'],
    ['http://example.com/studio/index.html', 'http://example.com'],
    ['http://example.com?x=1', 'http://example.com'],
  ])('rejects “%s” with a reason', (url, says) => {
    expect(addressProblem(url)).toContain(says);
  });
});

describe('problemsOf', () => {
  it('accepts a valid form', () => {
    expect(problemsOf(form({}), ['Sandbox'])).toEqual({});
    expect(problemsOf(form({ certificate: 'pfx', pfxPath: '/c/client.pfx' }), [])).toEqual({});
  });

  it('requires a unique name', () => {
    expect(problemsOf(form({ name: '  ' }), []).name).toContain('name');
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
    expect(toTest(withPassword)).toMatchObject({ password: 'hunter2' });
    expect(JSON.stringify(toConnection(withPassword))).not.toContain('hunter2');
    expect(toTest(form({}))).not.toHaveProperty('password');
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
      authorityPath: '/ca.pem',
    });
    expect(toConnection(formOf(connection))).toEqual(connection);
  });
});
