/**
 * `connections.test`. Without files any address can be tested. With files a test could reveal which files exist and
 * present a stored certificate to a foreign server, and a command starts a program, so it waits for a confirmation, unless
 * files and command are known for that server. A pinned server certificate or a route that is not known for it is confirmed
 * as well.
 */
import {
  certificateKey,
  certificatesOf,
  commandOf,
  routeKey,
  routePasswordKey,
  type CallRequest,
  type PortHandlers,
} from '../../../src/contract/index.ts';
import {
  commandsOf,
  destinationsOf,
  filesOf,
  sameServer,
  testText,
} from '../confirmation/connection-texts.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';
import type { KnownFiles } from '../confirmation/known-files.ts';
import { needsConfirmation } from '../confirmation/route-texts.ts';
import type { SeenCertificates } from '../confirmation/seen-certificates.ts';
import { readAddress } from '../connection-test/address.ts';
import { testConnection } from '../connection-test/run-test.ts';
import type { Log } from '../log/log-file.ts';
import type { CertificateSecrets } from '../passwords/certificate-secrets.ts';
import { openRoute } from '../routes/open-route.ts';
import type { ConnectionStore } from '../stored/connection-store.ts';
import type { ClientSecrets } from '../transport/client-credentials.ts';
import type { TransportPool } from '../transport/transport-pool.ts';
import { mustBeLocalPaths } from './destination-paths.ts';

interface TestParts {
  readonly store: ConnectionStore;
  readonly secrets: CertificateSecrets;
  readonly transports: TransportPool;
  readonly knownFiles: KnownFiles;
  readonly seenCertificates: SeenCertificates;
  readonly log: Log;
}

export function testCall(
  { store, secrets, transports, knownFiles, seenCertificates, log }: TestParts,
  confirmations: WindowConfirmations,
): PortHandlers['calls']['connections.test'] {
  /** Without a password in the request: what opens this certificate of a connection to this server. */
  async function secretsFor(request: CallRequest<'connections.test'>): Promise<ClientSecrets> {
    const { certificate, password } = request;
    if (password !== undefined || certificate === undefined) return { password };
    // Confirmed before the test began.
    if (commandOf(certificate) !== undefined) return secrets.of('', certificate);
    const destination = { ...request, url: readAddress(request.url).url.href };
    const key = certificateKey(certificate);
    for (const each of store.list()) {
      if (each.kind !== 'server') continue;
      if (!destinationsOf(each).some((known) => sameServer(known, destination))) continue;
      const own = certificatesOf(each).find((one) => certificateKey(one) === key);
      const found = own === undefined ? {} : await secrets.of(each.id, own);
      if (found.password !== undefined) return found;
    }
    return {};
  }

  /** Without a password in the request: the one that was entered or saved for the same proxy or SSH key. */
  async function routePasswordFor({
    route,
    routePassword,
  }: CallRequest<'connections.test'>): Promise<string | undefined> {
    const key = routePasswordKey(route);
    if (routePassword !== undefined || route === undefined || key === '') return routePassword;
    for (const each of store.list()) {
      if (each.kind !== 'server' || routePasswordKey(each.route) !== key) continue;
      const found = await secrets.ofRoute(each.id, route);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  return async (request, signal) => {
    const isNamed = filesOf(request).length > 0 || commandsOf(request).length > 0;
    if (isNamed || request.pinnedCertificate !== undefined || needsConfirmation(request.route)) {
      mustBeLocalPaths(request);
      const url = readAddress(request.url).url.href;
      const destination = { ...request, url };
      if (!knownFiles.areKnown(destination, store.list())) {
        await confirmations.ask(testText(destination, seenCertificates.find), signal);
        knownFiles.addConfirmed(destination);
      }
    }
    // A test shows what the command prints now.
    if (request.certificate !== undefined) secrets.forgetPrinted(request.certificate);
    const { route, ...destination } = request;
    for (const each of store.list())
      if (route !== undefined && each.kind === 'server' && routeKey(each.route) === routeKey(route))
        transports.retryRoute(each.id);
    const result = await testConnection(
      {
        ...destination,
        openRoute: (url) => openRoute(route, url, () => routePasswordFor(request)),
        secrets: () => secretsFor(request),
      },
      signal,
    );
    const presented = result.steps.at(-1)?.serverCertificate;
    if (presented !== undefined) seenCertificates.add(request.url, presented);
    log.write('info', 'connection-tested', {
      url: request.url,
      ok: result.ok,
      last: result.steps.at(-1),
    });
    return result;
  };
}
