/** Calls about the connection list. A change that raises access waits for a confirmation outside of the page. */
import {
  PortError,
  toPortError,
  type Connection,
  type ConnectionView,
  type PortHandlers,
} from '../../../src/contract/index.ts';
import { changeText, filesOf, sameDestination } from '../confirmation/connection-texts.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';
import type { KnownFiles } from '../confirmation/known-files.ts';
import { readAddress } from '../connection-test/address.ts';
import type { Log } from '../log/log-file.ts';
import type { ConnectionStore, PreparedChange } from '../stored/connection-store.ts';
import { readCertificate } from '../transport/client-credentials.ts';
import type { TransportPool } from '../transport/transport-pool.ts';
import { mustBeLocalPath } from '../transport/credential-file.ts';
import type { ConnectionList } from './connection-list.ts';
import { testCall } from './connection-test-call.ts';

interface ConnectionParts {
  readonly store: ConnectionStore;
  readonly list: ConnectionList;
  readonly transports: TransportPool;
  readonly knownFiles: KnownFiles;
  readonly log: Log;
}

interface ConnectionHandlers {
  calls: Pick<
    PortHandlers['calls'],
    | 'connections.list'
    | 'connections.save'
    | 'connections.setMode'
    | 'connections.remove'
    | 'connections.unlock'
    | 'connections.test'
  >;
  streams: Pick<PortHandlers['streams'], 'connections.watch'>;
}

/** The confirmation shows the address, and could not show a longer one completely. */
const MAX_ADDRESS = 300;

export function connectionCalls(
  parts: ConnectionParts,
  confirmations: WindowConfirmations,
): ConnectionHandlers {
  const { store, list, transports, knownFiles, log } = parts;

  async function view(connection: Connection): Promise<ConnectionView> {
    const certificate = await certificateState(connection, list.passwordOf(connection.id));
    const problem = list.problemOf(connection.id) ?? certificate.problem;
    return {
      connection,
      needsPassword: certificate.needsPassword,
      ...(problem === undefined ? {} : { problem }),
    };
  }

  /** The change is held here during the confirmation: what was shown is what is stored. */
  async function applyConfirmed(change: PreparedChange, signal: AbortSignal): Promise<void> {
    const { before, after } = change;
    const all = store.list();
    const filesKnown = after.kind === 'sandbox' || knownFiles.areKnown(after, all);
    const text = changeText({ before, after, all, filesKnown });
    if (text) await confirmations.ask(text, signal);
    await store.apply(change);
    if (before?.kind === 'server' && after.kind === 'server' && !sameDestination(before, after)) {
      list.setPassword(after.id, undefined);
      await transports.forget(after.id);
    }
    log.write('info', 'connection-saved', {
      connection: after.id,
      mode: after.mode,
      ...(after.kind === 'server' ? { url: after.url } : {}),
    });
    list.changed();
  }

  return {
    calls: {
      'connections.list': async () => ({ connections: await Promise.all(store.list().map(view)) }),
      'connections.save': async ({ connection }, signal) => {
        mustBeAddress(connection.url);
        for (const path of filesOf(connection)) mustBeLocalPath(path, 'The file');
        const change = store.prepareSave(connection);
        await applyConfirmed(change, signal);
        return { connection: change.after };
      },
      'connections.setMode': async ({ id, mode }, signal) => {
        const change = store.prepareMode(id, mode);
        await applyConfirmed(change, signal);
        return { connection: change.after };
      },
      'connections.remove': async ({ id }) => {
        await store.remove(id);
        list.setPassword(id, undefined);
        await transports.forget(id);
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
      'connections.test': testCall(parts, confirmations),
    },
    streams: { 'connections.watch': (_params, signal) => list.watch(signal) },
  };
}

function mustBeAddress(url: string): void {
  readAddress(url);
  if (url.length > MAX_ADDRESS)
    throw new PortError({
      code: 'bad-request',
      message: `The address is longer than ${MAX_ADDRESS} characters. Enter only the server address.`,
    });
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
