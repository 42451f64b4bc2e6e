/** Calls about the connection list. A change that raises access waits for a confirmation outside of the page. */
import {
  certificateKey,
  certificatesOf,
  PortError,
  toPortError,
  type CertificateView,
  type ClientCertificate,
  type Connection,
  type ConnectionView,
  type PortHandlers,
  type ServerConnection,
} from '../../../src/contract/index.ts';
import { changeText, sameNodes, sameRoute, sameServer } from '../confirmation/connection-texts.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';
import type { KnownFiles } from '../confirmation/known-files.ts';
import type { SeenCertificates } from '../confirmation/seen-certificates.ts';
import { readAddress } from '../connection-test/address.ts';
import type { Log } from '../log/log-file.ts';
import type { ConnectionStore, PreparedChange } from '../stored/connection-store.ts';
import { certificateDetails } from '../transport/certificate-details.ts';
import type { CertificateSecrets } from '../passwords/certificate-secrets.ts';
import { readCertificate } from '../transport/client-credentials.ts';
import type { TransportPool } from '../transport/transport-pool.ts';
import type { ConnectionList } from './connection-list.ts';
import { testCall } from './connection-test-call.ts';
import { mustBeLocalPaths } from './destination-paths.ts';

interface ConnectionParts {
  readonly store: ConnectionStore;
  readonly list: ConnectionList;
  readonly secrets: CertificateSecrets;
  readonly transports: TransportPool;
  readonly knownFiles: KnownFiles;
  readonly seenCertificates: SeenCertificates;
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
    | 'connections.forgetPassword'
    | 'passwords.storage'
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
  const { store, list, secrets, transports, knownFiles, seenCertificates, log } = parts;

  async function view(connection: Connection): Promise<ConnectionView> {
    const { certificate: active, otherCertificates = [] } = serverPart(connection);
    const stateOf = (each: ClientCertificate | undefined): Promise<CertificateView> =>
      certificateState(secrets, connection.id, each);
    const [certificate, others] = await Promise.all([
      stateOf(active),
      Promise.all(otherCertificates.map(stateOf)),
    ]);
    const problem = list.problemOf(connection.id) ?? certificate.problem;
    const { route } = serverPart(connection);
    const twoFactor = transports.twoFactorStateOf(connection.id);
    return {
      connection,
      needsPassword: certificate.needsPassword,
      ...(certificate.passwordSaved === undefined ? {} : { passwordSaved: true }),
      ...(route !== undefined && secrets.saved.isSaved(connection.id, route)
        ? { routePasswordSaved: true }
        : {}),
      ...(certificate.details === undefined ? {} : { certificate: certificate.details }),
      ...(others.length === 0 ? {} : { otherCertificates: others }),
      ...(twoFactor === undefined ? {} : { twoFactor }),
      ...(problem === undefined ? {} : { problem }),
    };
  }

  /** The change is held here during the confirmation: what was shown is what is stored. */
  async function applyConfirmed(change: PreparedChange, signal: AbortSignal): Promise<void> {
    const { before, after } = change;
    const all = store.list();
    const known = after.kind === 'sandbox' || knownFiles.areKnown(after, all);
    const text = changeText({ before, after, all, known, seen: seenCertificates.find });
    if (text) await confirmations.ask(text, signal);
    await store.apply(change);
    if (before?.kind === 'server' && after.kind === 'server') await connectAgain(before, after);
    log.write('info', 'connection-saved', {
      connection: after.id,
      mode: after.mode,
      ...(after.kind === 'server' ? { url: after.url } : {}),
    });
    list.changed();
  }

  /** Another server or route ends what runs; another client certificate is used from the next request on. */
  async function connectAgain(before: ServerConnection, after: ServerConnection): Promise<void> {
    const same = sameServer(before, after);
    const route = after.route === undefined ? [] : [after.route];
    await secrets.keepOnly(after.id, same ? [...certificatesOf(after), ...route] : []);
    if (!same || !sameRoute(before, after)) {
      await transports.forget(after.id);
      return;
    }
    if (!sameNodes(before, after)) await transports.forgetNodes(after.id);
    if (certificateKey(before.certificate) !== certificateKey(after.certificate)) {
      await transports.changeCertificate(after);
      log.write('info', 'certificate-changed', { connection: after.id });
    }
  }

  /** The named certificate of a connection, or its active one. */
  function certificateOf(id: string, named: ClientCertificate | undefined): ClientCertificate {
    const connection = serverPart(store.get(id));
    const key = certificateKey(named ?? connection.certificate);
    const certificate = certificatesOf(connection).find((each) => certificateKey(each) === key);
    if (certificate !== undefined) return certificate;
    throw new PortError({
      code: 'bad-request',
      message: 'The connection does not use that certificate. It may have been changed in another window.',
    });
  }

  return {
    calls: {
      'connections.list': async () => ({ connections: await Promise.all(store.list().map(view)) }),
      'connections.save': async ({ connection }, signal) => {
        mustBeAddress(connection.url);
        for (const { url } of connection.nodes ?? []) mustBeNodeOf(connection.url, url);
        mustBeLocalPaths(connection);
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
        await secrets.keepOnly(id, []);
        await transports.forget(id);
        log.write('info', 'connection-removed', { connection: id });
        list.changed();
        return {};
      },
      'connections.unlock': async ({ id, password, certificate: named, save = false }) => {
        const certificate = certificateOf(id, named);
        if (certificate.kind === 'command')
          throw new PortError({
            code: 'bad-request',
            message:
              'A program prints this certificate, so it has no password. Test the connection to run it again.',
          });
        await readCertificate(certificate, { password });
        try {
          await secrets.setPassword(id, certificate, password, save);
          if (save) log.write('info', 'password-saved', { connection: id });
        } finally {
          // Also when only saving failed.
          list.changed();
        }
        return {};
      },
      'connections.forgetPassword': async ({ id, certificate }) => {
        await secrets.forget(id, certificateOf(id, certificate));
        list.changed();
        return {};
      },
      'passwords.storage': () => secrets.saved.storage(),
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

/** Over http a certificate would not be presented, and everything be readable on the way. */
function mustBeNodeOf(server: string, node: string): void {
  mustBeAddress(node);
  if (new URL(node).protocol !== new URL(server).protocol)
    throw new PortError({
      code: 'bad-request',
      message: `The node ${new URL(node).origin} must be reached with ${new URL(server).protocol}// like the server.`,
    });
}

/** The sandbox has no address and no certificates. */
function serverPart(connection: Connection): Partial<ServerConnection> {
  return connection.kind === 'server' ? connection : {};
}

async function certificateState(
  secrets: CertificateSecrets,
  connection: string,
  certificate: ClientCertificate | undefined,
): Promise<CertificateView> {
  if (certificate === undefined) return { needsPassword: false };
  const saved = secrets.saved.isSaved(connection, certificate) ? { passwordSaved: true as const } : {};
  // A password that is missing is no problem to report, one that does not work is.
  let hadPassword = true;
  try {
    const own = await secrets.known(connection, certificate);
    // Listing a connection starts no program.
    if (own === undefined) return { needsPassword: false, ...saved };
    hadPassword = own.password !== undefined;
    const details = certificateDetails(await readCertificate(certificate, own));
    return { needsPassword: false, ...saved, ...(details === undefined ? {} : { details }) };
  } catch (thrown) {
    const { code, message } = toPortError(thrown);
    const needsPassword = code === 'password-needed';
    return { needsPassword, ...saved, ...(needsPassword && !hadPassword ? {} : { problem: message }) };
  }
}
