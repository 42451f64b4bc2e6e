/** What another user of this computer, or a page in its browser, tries against `rookeryd`. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { broken, firstBreach, held, skipped, type Attack } from '../attack.ts';
import { rookerydPath } from '../rookeryd-target.ts';

export const readableData: Attack = {
  name: 'data-readable-by-others',
  async run(environment) {
    if (process.platform === 'win32') return skipped('file modes are for Unix');
    const target = await environment.rookeryd();
    await target.createDatabase('a');
    await target.request('PUT', '/databases/a/docs?id=a', { A: 1 });
    await target.request('POST', '/databases/a/queries?waitForNonStaleResults=true', {
      Query: 'from @all_docs where A = 1',
    });
    const files = readdirSync(target.dataFolder, { recursive: true, encoding: 'utf8' });
    const open = ['', ...files].filter((file) => {
      try {
        return (statSync(join(target.dataFolder, file)).mode & 0o077) !== 0;
      } catch {
        // A file that a flush or merge removed meanwhile.
        return false;
      }
    });
    return open.length === 0
      ? held(`${files.length} files and folders`)
      : broken(`Others may enter: ${open.slice(0, 5).join(', ')}`);
  },
};

export const journalsOutside: Attack = {
  name: 'journals-outside-data-folder',
  async run(environment) {
    const target = await environment.rookeryd();
    const outside = await environment.folder();
    const paths = [
      outside,
      join(target.dataFolder, '..', 'x'),
      '/etc/rookery',
      '\\\\server\\share',
      '/proc/self/cwd/x',
    ];
    const breaches: (string | undefined)[] = [];
    for (const [at, path] of paths.entries()) {
      const { status } = await target.request('PUT', `/admin/databases?name=j${at}`, {
        DatabaseName: `j${at}`,
        Settings: { 'Storage.JournalsPath': path },
      });
      if (status < 400) breaches.push(`A database with journals in ${path} was created (${status}).`);
    }
    return firstBreach(breaches, `${paths.length} paths refused`);
  },
};

export const foreignPages: Attack = {
  name: 'page-of-another-site',
  async run(environment) {
    const target = await environment.rookeryd();
    const attempts: Record<string, string>[] = [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { host: 'evil.example' },
      { host: `evil.example:${target.port}` },
    ];
    const breaches = attempts.map((headers) => {
      const args = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
      const { stdout } = spawnSync(
        'curl',
        ['-s', '-o', '/dev/null', '-w', '%{http_code}', ...args, `${target.url}/databases`],
        { encoding: 'utf8' },
      );
      return stdout === '403' ? undefined : `${JSON.stringify(headers)} was answered ${stdout}.`;
    });
    return firstBreach(breaches, `${attempts.length} kinds of request refused`);
  },
};

export const openToNetwork: Attack = {
  name: 'network-address-without-tls',
  async run(environment) {
    const folder = await environment.folder();
    const { status, stderr } = spawnSync(
      rookerydPath,
      ['--data', folder, '--port', '0', '--host', '0.0.0.0'],
      {
        encoding: 'utf8',
        timeout: 10_000,
      },
    );
    return status !== null && status !== 0
      ? held(stderr.trim().split('\n')[0])
      : broken('rookeryd listens on all addresses without a certificate and without being told to.');
  },
};
