import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { LogFile } from './log-file.ts';
import { redact, redactText } from './redaction.ts';

const unbroken = (cause: unknown): never => expect.unreachable(String(cause));

describe('redaction', () => {
  const pem = '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49\n-----END PRIVATE KEY-----';

  it.each([
    ['a password in JSON', '{"Password": "hunter2", "Name": "x"}', 'hunter2'],
    ['an escaped password', '{"password":"hun\\"ter2"}', 'ter2'],
    ['a password in a query string', '/x?password=hunter2&name=x', 'hunter2'],
    ['a passphrase', "passphrase='hunter2 is long'", 'hunter2'],
    ['a token', 'access_token=hunter2', 'hunter2'],
    ['an API key', 'X-Api-Key: hunter2', 'hunter2'],
    ['a cookie', 'Cookie: rookery-1=hunter2; other=hunter2', 'hunter2'],
    ['a cookie being set', 'set-cookie: RavenAuth=hunter2; HttpOnly', 'hunter2'],
    ['an authorisation', 'Authorization: Bearer hunter2.hunter2', 'hunter2'],
    ['a bearer alone', 'sent Bearer hunter2hunter2', 'hunter2'],
    ['a user in an address', 'https://me:hunter2@server/', 'hunter2'],
    ['the one-time address', 'http://127.0.0.1:1/enter/hunter2', 'hunter2'],
    ['a PEM', `the key is ${pem} here`, 'MIGH'],
    ['a PEM that was cut', pem.slice(0, 60), 'MIGH'],
  ])('removes %s from a text', (_what, text, secret) => {
    expect(redactText(text)).not.toContain(secret);
    expect(redactText(text)).toContain('removed]');
  });

  it('keeps text without secrets', () => {
    const text = 'GET /databases/shop/docs answered 500: Value cannot be null. (Parameter "key")';
    expect(redactText(text)).toBe(text);
  });

  it('removes members by name, at any depth', () => {
    const logged = JSON.stringify(
      redact({
        connection: { name: 'live', password: 'hunter2', certificate: { pfx: Buffer.from('hunter2') } },
        headers: [{ Cookie: 'hunter2' }, { 'X-Auth-Token': 'hunter2', accept: '*/*' }],
        apiKey: 'hunter2',
      }),
    );
    expect(logged).not.toContain('hunter2');
    expect(logged).not.toContain(Buffer.from('hunter2').toString('base64'));
    expect(logged).toContain('live');
    expect(logged).toContain('*/*');
  });

  it('keeps an error readable without its secrets', () => {
    const logged = redact(Object.assign(new Error('bad password=hunter2'), { code: 'E1', token: 'hunter2' }));
    expect(logged).toMatchObject({ name: 'Error', code: 'E1' });
    expect(JSON.stringify(logged)).not.toContain('hunter2');
  });

  it('handles circular objects', () => {
    const ring: { next?: unknown } = {};
    ring.next = ring;
    expect(JSON.stringify(redact(ring))).toContain('[deeper]');
  });
});

describe('the log file', () => {
  it('holds one JSON object per line, in order, from the configured level', async () => {
    const path = join(await temporaryFolder(), 'logs', 'x.log');
    const log = new LogFile({ path, level: 'info', onBroken: unbroken });
    log.write('debug', 'small');
    log.write('info', 'first', { password: 'hunter2', ms: 4 });
    log.write('error', 'second');
    await log.flush();
    log.write('warn', 'third');
    await log.flush();
    const lines = (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toMatchObject([
      { level: 'info', event: 'first', ms: 4, password: '[removed]' },
      { level: 'error', event: 'second' },
      { level: 'warn', event: 'third' },
    ]);
  });

  it('rotates when full and keeps the configured number of files', async () => {
    const folder = await temporaryFolder();
    const log = new LogFile({ path: join(folder, 'x.log'), maxBytes: 300, keep: 2, onBroken: unbroken });
    for (let number = 0; number < 12; number++) {
      log.write('info', 'line', { number, filler: 'x'.repeat(100) });
      await log.flush();
    }
    expect((await readdir(folder)).sort()).toEqual(['x.log', 'x.log.1', 'x.log.2']);
    expect(await readFile(join(folder, 'x.log'), 'utf8')).toContain('"number":11');
    expect(await readFile(join(folder, 'x.log.1'), 'utf8')).toContain('"number":10');
    for (const name of await readdir(folder))
      expect((await readFile(join(folder, name), 'utf8')).length).toBeLessThanOrEqual(300);
  });

  it('reports once that it cannot be written', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'x.log'));
    const reports: unknown[] = [];
    const log = new LogFile({ path: join(folder, 'x.log'), onBroken: (cause) => reports.push(cause) });
    log.write('info', 'one');
    await log.flush();
    log.write('info', 'two');
    await log.flush();
    expect(reports).toHaveLength(1);
  });
});
