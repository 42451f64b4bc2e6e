/** What a compromised window tries through the port, on connections to a `rookeryd` that plays the production server. */
import type { ConnectionMode, Port } from '../../../src/contract/index.ts';
import { broken, firstBreach, held, type Attack, type AttackEnvironment } from '../attack.ts';
import { listeningServer } from '../listening-server.ts';
import { attackPolicyPaths } from '../policy-paths.ts';
import { refusalOf, type ServedTarget } from '../served-target.ts';

/** How long a call may wait for a confirmation that nobody gives. */
const NO_ANSWER_MS = 1_500;

/** The addresses that once passed a read-only or guarded connection, and their relatives. */
const bypasses: readonly (readonly [ConnectionMode, 'POST' | 'DELETE' | 'PUT', string])[] = [
  ['read-only', 'POST', '/databases/a/debug/.\t./bulk_docs'],
  ['read-only', 'POST', '/databases/a/debug/.\n./bulk_docs'],
  ['read-only', 'POST', '/databases/a/debug/.\r./bulk_docs'],
  ['read-only', 'POST', '/databases/a/debug/x%2F..%2F..%2Fbulk_docs'],
  ['read-only', 'POST', '/databases/a/debug/..%5cbulk_docs'],
  ['read-only', 'POST', '/databases/a/debug/%252e%252e/bulk_docs'],
  ['read-only', 'POST', '/databases/a/queries/../bulk_docs'],
  ['read-only', 'POST', '/databases/a/bulk_docs'],
  ['guarded', 'DELETE', '/ad\tmin/databases'],
  ['guarded', 'DELETE', '/admin/./databases'],
  ['guarded', 'DELETE', '//admin/databases'],
  ['guarded', 'POST', '/databases/a/revisions/config/enforce'],
  ['guarded', 'POST', '/databases/a/admin/revisions/config/enforce'],
  ['guarded', 'PUT', '/databases/a/admin/etl'],
  ['guarded', 'POST', '/databases/a/admin/no-such-route'],
];

export const controlCharacters: Attack = {
  name: 'read-only-control-character',
  async run(environment) {
    const { url, received, close } = await listeningServer();
    try {
      const breaches: (string | undefined)[] = [];
      for (const mode of ['read-only', 'guarded'] as const) {
        const { port, id } = await connectionTo(environment, url, mode);
        for (const [wanted, method, path] of bypasses) {
          if (wanted !== mode) continue;
          const code = await refusalOf(
            port.call('http.request', { connection: id, method, path, body: '{"Commands":[]}' }),
          );
          if (code !== 'policy-refused' && code !== 'bad-request')
            breaches.push(`${method} ${JSON.stringify(path)} on a ${mode} connection: ${code ?? 'was sent'}`);
        }
      }
      const sent = received.filter((line) => !line.startsWith('GET '));
      if (sent.length > 0) breaches.push(`The server received ${sent.join(', ')}`);
      return firstBreach(breaches, `${bypasses.length} addresses refused, none received`);
    } finally {
      await close();
    }
  },
};

export const mutatedPaths: Attack = {
  name: 'policy-mutated-paths',
  run(environment) {
    const report = attackPolicyPaths(environment.size === 'full' ? 1_000_000 : 50_000, 20_261_122);
    return Promise.resolve(
      report.firstBypass === undefined
        ? held(
            `${report.tried} paths: ${report.sent} sent as judged, ${report.refused} refused, ${report.malformed} malformed`,
          )
        : broken(JSON.stringify(report.firstBypass)),
    );
  },
};

export const repeatedKeys: Attack = {
  name: 'multi-get-repeated-keys',
  async run(environment) {
    const { url, received, close } = await listeningServer();
    try {
      const { port, id } = await connectionTo(environment, url, 'read-only');
      const bodies = [
        '{"Requests":[{"Url":"/databases/a/docs","Query":"?id=x","Method":"GET","Method":"DELETE"}]}',
        '{"Requests":[{"Url":"/databases/a/docs","Url":"/databases/a/bulk_docs","Method":"GET"}]}',
        '{"Requests":[{"Url":"/databases/a/docs"}],"Requests":[{"Url":"/databases/a/docs","Method":"DELETE"}]}',
        '{"Requests":[{"Url":"/databases/a/docs","method":"DELETE"}]}',
      ];
      for (const body of bodies)
        await refusalOf(
          port.call('http.request', { connection: id, method: 'POST', path: '/databases/a/multi_get', body }),
        );
      // What is sent was judged: every member once, and nothing but reads.
      const bad = received.filter((line) =>
        /"Method":"(?!GET)|"method"|("Url"|"Method"|"Requests").*\1[^}]*\}\]/.test(line),
      );
      return bad.length === 0
        ? held(`${bodies.length} bundles`)
        : broken(`The server received ${bad.join(' | ')}`);
    } finally {
      await close();
    }
  },
};

export const raisedRights: Attack = {
  name: 'window-raises-rights',
  async run(environment) {
    const { url, received, close } = await listeningServer();
    const second = await listeningServer();
    try {
      const served = await environment.served();
      const port = await served.openPort();
      const readOnly = { kind: 'server', name: 'P', colour: 'red', mode: 'read-only', url } as const;
      const { connection } = await port.call('connections.save', { connection: readOnly });
      const { id } = connection;
      const attempts: readonly (readonly [string, () => Promise<unknown>])[] = [
        [
          'a mode raised by save',
          () => port.call('connections.save', { connection: { ...readOnly, id, mode: 'full' } }),
        ],
        ['a mode raised by setMode', () => port.call('connections.setMode', { id, mode: 'guarded' })],
        [
          'another address',
          () => port.call('connections.save', { connection: { ...readOnly, id, url: second.url } }),
        ],
        [
          'a certificate path',
          () =>
            port.call('connections.save', {
              connection: { ...readOnly, id, certificate: { kind: 'pfx', path: '/etc/hostname' } },
            }),
        ],
        [
          'a CA path',
          () =>
            port.call('connections.save', {
              connection: { ...readOnly, id, authorityPath: '/etc/hostname' },
            }),
        ],
        [
          'a second connection with full rights',
          () => port.call('connections.save', { connection: { ...readOnly, mode: 'full' } }),
        ],
        [
          'a second connection to an equal address',
          () =>
            port.call('connections.save', {
              connection: { ...readOnly, mode: 'guarded', url: url.replace('127.0.0.1', 'localhost') },
            }),
        ],
        [
          'a test that reads a file',
          () =>
            port.call('connections.test', {
              url: second.url,
              certificate: { kind: 'pfx', path: '/etc/hostname' },
            }),
        ],
      ];
      const breaches: (string | undefined)[] = [];
      for (const [what, attempt] of attempts) {
        const settled = await Promise.race([
          refusalOf(attempt()).then((code) => (code === undefined ? 'done' : 'refused')),
          new Promise<'waits'>((resolve) => setTimeout(() => resolve('waits'), NO_ANSWER_MS)),
        ]);
        if (settled === 'done') breaches.push(`${what} was accepted without a confirmation`);
        await refuseCodes(served);
      }
      const { connections } = await port.call('connections.list', {});
      const servers = connections.map((each) => each.connection).filter((each) => each.kind === 'server');
      if (servers.length !== 1 || servers[0]?.mode !== 'read-only' || servers[0].url !== url)
        breaches.push(`The list of connections was changed: ${JSON.stringify(servers)}`);
      if (second.received.length > 0) breaches.push(`Another server received ${second.received.join(', ')}`);
      const write = await refusalOf(
        port.call('http.request', {
          connection: id,
          method: 'PUT',
          path: '/databases/a/docs?id=x',
          body: '{}',
        }),
      );
      if (write !== 'policy-refused') breaches.push(`A write afterwards: ${write ?? 'was sent'}`);
      if (received.some((line) => line.startsWith('PUT'))) breaches.push('The server received the write');
      return firstBreach(breaches, `${attempts.length} ways refused or waiting for a code`);
    } finally {
      await close();
      await second.close();
    }
  },
};

export const queryBuildsIndex: Attack = {
  name: 'read-only-query-builds-index',
  async run(environment) {
    const target = await environment.rookeryd();
    await target.createDatabase('a');
    await target.request('PUT', '/databases/a/docs?id=orders/1', {
      City: 'Oslo',
      '@metadata': { '@collection': 'Orders' },
    });
    const { port, id } = await connectionTo(environment, target.url, 'read-only');
    const body = JSON.stringify({
      Query: "from Orders where City = 'Oslo'",
      disableAutoIndexCreation: false,
    });
    const paths = [
      '/databases/a/queries',
      '/databases/a/queries?disableAutoIndexCreation=false',
      '/databases/a/queries?DisableAutoIndexCreation=false&disableAutoIndexCreation=false',
      '/databases/a/streams/queries',
      '/databases/a/queries?waitForNonStaleResults=true&disableAutoIndexCreation=true&disableAutoIndexCreation=false',
    ];
    for (const path of paths)
      await refusalOf(port.call('http.request', { connection: id, method: 'POST', path, body }));
    const inner = {
      Url: '/databases/a/queries',
      Query: '?disableAutoIndexCreation=false',
      Method: 'POST',
      Content: body,
    };
    await refusalOf(
      port.call('http.request', {
        connection: id,
        method: 'POST',
        path: '/databases/a/multi_get',
        body: JSON.stringify({ Requests: [inner] }),
      }),
    );
    const { text } = await target.request('GET', '/databases/a/indexes/stats');
    return text.includes('Auto/')
      ? broken(`An index was made: ${text.slice(0, 300)}`)
      : held(`${paths.length + 1} queries`);
  },
};

/** Types wrong codes for whatever question is open, as a page that guesses would, until it is discarded. */
async function refuseCodes(served: ServedTarget): Promise<void> {
  const guesser = await served.openPort();
  for (const code of ['000000', '123456', '999999'])
    await refusalOf(guesser.call('confirmations.answer', { id: 'unknown', code }));
  guesser.close();
}

/** A connection as the page can make it: read-only, and for more a line in the file that only a person edits. */
async function connectionTo(
  environment: AttackEnvironment,
  url: string,
  mode: ConnectionMode,
): Promise<{ port: Port; id: string }> {
  const served = await environment.served([], {
    connections: [{ id: 'target', kind: 'server', name: 'Target', colour: 'red', mode, url }],
  });
  return { port: await served.openPort(), id: 'target' };
}
