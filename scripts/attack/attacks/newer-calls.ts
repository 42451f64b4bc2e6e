/** What a compromised window tries with the calls for dumps, copies, certificates, keys, texts and routes. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type {
  ConnectionMode,
  CopyPlan,
  DumpImportOptions,
  Port,
  ServerConnection,
} from '../../../src/contract/index.ts';
import { firstBreach, type Attack } from '../attack.ts';
import { listeningServer } from '../listening-server.ts';
import { refusalOf } from '../served-target.ts';

/** How long a call may wait for a confirmation that nobody gives. */
const NO_ANSWER_MS = 1_000;

/** What a server receives that nobody allowed: everything that is not a read. */
const harmless = /^(?:GET|HEAD) /;

const dumpOptions: DumpImportOptions = {
  items: ['Documents'],
  includeExpired: true,
  includeArtificial: false,
  includeArchived: true,
  removeAnalyzers: false,
  transformScript: '',
  skipRevisionCreation: false,
};

function copyTo(target: string): CopyPlan {
  return {
    source: { connection: 'sandbox', database: 'own' },
    target: { connection: target, database: 'a', create: false },
    documents: { kind: 'collections', collections: null },
    sample: { kind: 'all' },
    referenceLevels: 0,
    maxReferences: 0,
    maskedFields: [],
    existing: 'overwrite',
    indexes: true,
    settings: [],
    identities: true,
    documentsPerSecond: null,
    bytesPerSecond: null,
  };
}

/** Calls and requests that change something on the connection. */
function changes(port: Port, connection: string): readonly (readonly [string, () => Promise<unknown>])[] {
  const send = (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body = '{}') =>
    [`${method} ${path}`, () => port.call('http.request', { connection, method, path, body })] as const;
  const database = 'a';
  return [
    [
      'dumps.import',
      () =>
        port.call('dumps.import', {
          id: 'dump-0001',
          connection,
          database,
          options: dumpOptions,
          fileName: 'x.ravendbdump',
          size: 10,
        }),
    ],
    ['copies.run', () => port.call('copies.run', { id: 'copy-0001', plan: copyTo(connection) })],
    [
      'certificates.generate',
      () =>
        port.call('certificates.generate', {
          id: 'cert-0001',
          connection,
          name: 'x',
          clearance: 'ClusterAdmin',
          permissions: {},
        }),
    ],
    [
      'documents.confirmImport',
      () =>
        port.call('documents.confirmImport', {
          connection,
          database,
          fileName: 'x.json',
          size: 1,
          existing: 'overwrite',
        }),
    ],
    send('POST', '/databases/a/smuggler/import'),
    send('GET', '/databases/a/admin/smuggler/import?file=/etc/passwd'),
    send('POST', '/databases/a/admin/periodic-backup'),
    send('POST', '/databases/a/admin/backup', '{"S3Settings":{"BucketName":"b"},"BackupType":"Backup"}'),
    send('POST', '/admin/restore/database', '{"DatabaseName":"b","BackupLocation":"/"}'),
    send('POST', '/admin/restore/points?type=S3', '{"BucketName":"b"}'),
    send('PUT', '/admin/certificates'),
    send('POST', '/admin/certificates/edit'),
    send('DELETE', '/admin/certificates?thumbprint=x'),
    send('GET', '/admin/certificates/export'),
    send('GET', '/admin/memory/gc'),
    send('PUT', '/admin/cluster/node?url=http://x'),
    send('DELETE', '/databases/a/admin/tasks?id=1&type=Backup'),
    send('POST', '/databases/a/admin/tasks/state?key=1&type=Backup&disable=true'),
  ];
}

async function outcome(attempt: () => Promise<unknown>): Promise<string> {
  return Promise.race([
    refusalOf(attempt()).then((code) => code ?? 'done'),
    new Promise<string>((resolve) => setTimeout(() => resolve('waits'), NO_ANSWER_MS)),
  ]);
}

export const callsBeyondMode: Attack = {
  name: 'newer-calls-beyond-mode',
  async run(environment) {
    const breaches: (string | undefined)[] = [];
    let tried = 0;
    for (const mode of ['read-only', 'guarded'] as const satisfies readonly ConnectionMode[]) {
      const { url, received, close } = await listeningServer();
      try {
        const served = await environment.served([], {
          connections: [{ id: 'target', kind: 'server', name: 'Target', colour: 'red', mode, url }],
        });
        // A port of its own for each: a question of one must not keep the next from being asked.
        const names = changes(await served.openPort(), 'target').length;
        for (let at = 0; at < names; at++) {
          const port = await served.openPort();
          const attempt = changes(port, 'target')[at];
          if (!attempt) continue;
          tried++;
          const [what, run] = attempt;
          const ended = await outcome(run);
          if (ended === 'done') breaches.push(`${what} on a ${mode} connection was carried out`);
          if (mode === 'read-only' && ended === 'waits')
            breaches.push(`${what} on a read-only connection can be confirmed`);
          port.close();
        }
        const sent = received.filter((line) => !harmless.test(line) || line.includes('/admin/'));
        if (sent.length > 0) breaches.push(`The ${mode} server received ${sent.slice(0, 3).join(', ')}`);
      } finally {
        await close();
      }
    }
    return firstBreach(breaches, `${tried} calls refused or waiting for a code`);
  },
};

const outside = ['..', '../..', '../../x', '/etc', 'a/../../..', '..\\..', 'C:\\x', '\0', '.', 'con', 'a\n'];

export const namesOutsideFolder: Attack = {
  name: 'file-names-leave-folder',
  async run(environment) {
    const served = await environment.served();
    const port = await served.openPort();
    const data = served.dataFolder;
    const plantedIn = (folder: string): string[] =>
      readdirSync(folder)
        .filter((name) => name.includes('planted'))
        .map((name) => join(folder, name));
    const own = (): string[] => readdirSync(data, { recursive: true, encoding: 'utf8' });
    const owner = { connection: 'sandbox', database: 'own' };
    let tried = 0;
    const attempt = async (call: () => Promise<unknown>): Promise<void> => {
      tried++;
      await outcome(call);
    };
    for (const name of outside) {
      for (const place of [
        { folder: name, name: 'planted' },
        { folder: '', name: `${name}/planted` },
        { folder: `${name}/planted`, name },
      ]) {
        await attempt(() => port.call('queries.save', { ...owner, ...place, text: 'x', replace: true }));
        await attempt(() =>
          port.call('snippets.save', { ...owner, ...place, language: 'js', text: 'x', replace: true }),
        );
        await attempt(() => port.call('queries.remove', { ...owner, ...place }));
      }
      await attempt(() =>
        port.call('queries.save', {
          ...{ connection: name, database: name, folder: '', name: 'planted' },
          ...{ text: 'x', replace: true },
        }),
      );
      await attempt(() =>
        port.call('keys.generate', {
          subject: { commonName: `${name}planted` },
          algorithm: 'ec-p256',
          password: 'long enough',
        }),
      );
      await attempt(() => port.call('copies.forget', { id: `${name}/../../connections` }));
      await attempt(() => port.call('copies.unfinished', { id: `${name}/../../connections` }));
    }
    // What was saved is where it belongs.
    const planted = own().filter((file) => basename(file).includes('planted'));
    const misplaced = planted.filter((file) => !/^(?:queries|snippets|keys)[\\/]/.test(file));
    const breaches = [
      ...['/', '/etc', dirname(data), dirname(dirname(data))]
        .flatMap(plantedIn)
        .map((path) => `${path} was written`),
      misplaced.length === 0 ? undefined : `In the data folder: ${misplaced.join(', ')}`,
      own().includes('connections.json') || (await port.call('connections.list', {})).connections.length > 0
        ? undefined
        : `${join(data, 'connections.json')} was deleted`,
    ];
    return firstBreach(breaches, `${tried} names, ${planted.length} files, all in their folders`);
  },
};

export const programsAndRoutes: Attack = {
  name: 'window-starts-programs',
  async run(environment) {
    const { url, received, close } = await listeningServer();
    const proxy = await listeningServer();
    try {
      const served = await environment.served();
      const folder = await environment.folder();
      const trace = join(folder, 'started');
      const command: [string, ...string[]] = ['/usr/bin/touch', trace];
      const first = await served.openPort();
      const wanted = { kind: 'server', name: 'P', colour: 'red', mode: 'read-only', url } as const;
      const { connection } = await first.call('connections.save', { connection: wanted });
      const { id } = connection;
      const parts: readonly (readonly [string, Partial<ServerConnection>])[] = [
        ['a certificate of a program', { certificate: { kind: 'command', command } }],
        ['a password of a program', { certificate: { kind: 'pfx', path: trace, passwordCommand: command } }],
        ['a certificate in reserve', { otherCertificates: [{ kind: 'command', command }] }],
        ['a proxy', { route: { kind: 'proxy', url: proxy.url } }],
        ['the proxy of the environment', { route: { kind: 'environment' } }],
        [
          'an SSH server',
          { route: { kind: 'ssh', host: '127.0.0.1', port: 1, user: 'x', keyPath: '/etc/hostname' } },
        ],
        ['a pin', { pinnedCertificate: '0'.repeat(64) }],
      ];
      const breaches: (string | undefined)[] = [];
      for (const [what, part] of parts)
        for (const [way, call] of [
          [
            'saved',
            (port: Port) => port.call('connections.save', { connection: { ...wanted, id, ...part } }),
          ],
          ['added', (port: Port) => port.call('connections.save', { connection: { ...wanted, ...part } })],
          ['tested', (port: Port) => port.call('connections.test', { url, ...part })],
        ] as const) {
          const port = await served.openPort();
          const ended = await outcome(() => call(port));
          // A reserve or a pin has no place in a test.
          const ignored = way === 'tested' && what.includes('reserve');
          if (ended === 'done' && !ignored) breaches.push(`${what} was ${way} without a confirmation`);
          port.close();
        }
      if (readdirSync(folder).length > 0) breaches.push('A program was started');
      if (proxy.received.length > 0) breaches.push(`The proxy received ${proxy.received.join(', ')}`);
      const { connections } = await first.call('connections.list', {});
      const servers = connections.filter((each) => each.connection.kind === 'server');
      if (servers.length !== 1) breaches.push(`${servers.length} servers are in the list`);
      const changed = received.filter((line) => !harmless.test(line));
      if (changed.length > 0) breaches.push(`The server received ${changed.join(', ')}`);
      return firstBreach(breaches, `${parts.length * 3} ways refused or waiting for a code`);
    } finally {
      await close();
      await proxy.close();
    }
  },
};
