import { describe, expect, it } from 'vitest';
import { decide } from './decide.ts';

const base = new URL('http://server:8080');
const send = (mode: 'read-only' | 'guarded' | 'full', path: string, body: unknown, bodyEncoding?: 'base64') =>
  decide(mode, base, { method: 'POST', path, body: JSON.stringify(body), bodyEncoding });

describe('a backup', () => {
  const path = '/databases/shop/admin/backup';
  const local = { BackupType: 'Backup', LocalSettings: { FolderPath: '/backups' } };

  it('to a folder of the server is a write', () => {
    const guarded = send('guarded', path, local);
    expect(guarded).toMatchObject({ allowed: true, request: { effect: 'write' } });
    expect(guarded.allowed && guarded.request.body).toBe(JSON.stringify(local));
    expect(send('read-only', path, local)).toMatchObject({ allowed: false, overridable: false });
  });

  it.each([
    ['another storage', { ...local, FtpSettings: { Url: 'ftp://elsewhere', UserName: 'u', Password: 'p' } }],
    [
      'a script of the server',
      { ...local, LocalSettings: { FolderPath: '/b', GetBackupConfigurationScript: {} } },
    ],
    ['no folder', { BackupType: 'Backup' }],
    ['another type', { ...local, BackupType: 'Other' }],
  ])('with %s is confirmed outside of the page', (_, body) => {
    expect(send('guarded', path, body)).toMatchObject({ allowed: false, overridable: true });
    expect(send('full', path, body)).toMatchObject({ allowed: true });
  });

  it('with an encoded body is not judged by it', () => {
    expect(send('guarded', path, local, 'base64')).toMatchObject({ allowed: false, overridable: true });
  });
});

describe('the list of backups', () => {
  const path = '/admin/restore/points?type=Local';

  it('of a folder is a read', () => {
    expect(send('read-only', path, { FolderPath: '/backups' })).toMatchObject({
      allowed: true,
      request: { effect: 'read' },
    });
  });

  it('with credentials is refused', () => {
    const body = {
      FolderPath: '/b',
      AwsAccessKey: 'a',
      AwsSecretKey: 'b',
      CustomServerUrl: 'http://elsewhere',
    };
    expect(send('read-only', path, body)).toMatchObject({ allowed: false, overridable: false });
    expect(send('guarded', path, body)).toMatchObject({ allowed: false, overridable: true });
  });
});
