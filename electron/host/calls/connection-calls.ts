/** The calls about the list of connections. */
import {
  toPortError,
  type Connection,
  type ConnectionView,
  type PortHandlers,
  type ServerConnection,
} from '../../../src/contract/index.ts';
import { testConnection } from '../connection-test/run-test.ts';
import type { Log } from '../log/log-file.ts';
import type { ConnectionStore } from '../stored/connection-store.ts';
import { readCertificate } from '../transport/client-credentials.ts';
import type { Connected } from '../transport/connected.ts';
import type { ConnectionList } from './connection-list.ts';

interface ConnectionParts {
  readonly store: ConnectionStore;
  readonly list: ConnectionList;
  readonly connected: Connected;
  readonly log: Log;
}

interface ConnectionHandlers {
  calls: Pick<
    PortHandlers['calls'],
    'connections.list' | 'connections.save' | 'connections.remove' | 'connections.unlock' | 'connections.test'
  >;
  streams: Pick<PortHandlers['streams'], 'connections.watch'>;
}

export function connectionCalls({ store, list, connected, log }: ConnectionParts): ConnectionHandlers {
  async function view(connection: Connection): Promise<ConnectionView> {
    const certificate = await certificateState(connection, list.passwordOf(connection.id));
    const problem = list.problemOf(connection.id) ?? certificate.problem;
    return {
      connection,
      needsPassword: certificate.needsPassword,
      ...(problem === undefined ? {} : { problem }),
    };
  }

  return {
    calls: {
      'connections.list': async () => ({ connections: await Promise.all(store.list().map(view)) }),
      'connections.save': async ({ connection }) => {
        const { saved, before } = await store.save(connection);
        if (before && !sameCertificate(before, saved)) list.setPassword(saved.id, undefined);
        await connected.forget(saved.id);
        log.write('info', 'connection-saved', { connection: saved.id, url: saved.url, mode: saved.mode });
        list.changed();
        return { connection: saved };
      },
      'connections.remove': async ({ id }) => {
        await store.remove(id);
        list.setPassword(id, undefined);
        await connected.forget(id);
        log.write('info', 'connection-removed', { connection: id });
        list.changed();
        return {};
      },
      'connections.unlock': async ({ id, password }) => {
        const connection = store.get(id);
        if (connection.kind === 'server') await readCertificate(connection.certificate, password);
        list.setPassword(id, password);
        list.changed();
        return {};
      },
      'connections.test': async (request, signal) => {
        const result = await testConnection(request, signal);
        log.write('info', 'connection-tested', {
          url: request.url,
          ok: result.ok,
          last: result.steps.at(-1),
        });
        return result;
      },
    },
    streams: { 'connections.watch': (_params, signal) => list.watch(signal) },
  };
}

async function certificateState(
  connection: Connection,
  password: string | undefined,
): Promise<{ needsPassword: boolean; problem?: string }> {
  if (connection.kind !== 'server' || !connection.certificate) return { needsPassword: false };
  try {
    await readCertificate(connection.certificate, password);
    return { needsPassword: false };
  } catch (thrown) {
    const { code, message } = toPortError(thrown);
    return code === 'password-needed' ? { needsPassword: true } : { needsPassword: false, problem: message };
  }
}

function sameCertificate(before: ServerConnection, after: ServerConnection): boolean {
  return JSON.stringify(before.certificate) === JSON.stringify(after.certificate);
}
