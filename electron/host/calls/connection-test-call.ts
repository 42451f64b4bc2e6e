/**
 * `connections.test`. Without files any address can be tested. With files a test could reveal which files exist and
 * present a stored certificate to a foreign server, and a command starts a program, so it waits for a confirmation, unless
 * files and command are known for that server. A pinned server certificate that is not known for it is confirmed as well.
 */
import {
  certificateKey,
  certificatesOf,
  commandOf,
  type CallRequest,
  type PortHandlers,
} from '../../../src/contract/index.ts';
import { commandsOf, filesOf, sameServer, testText } from '../confirmation/connection-texts.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';
import type { KnownFiles } from '../confirmation/known-files.ts';
import type { SeenCertificates } from '../confirmation/seen-certificates.ts';
import { readAddress } from '../connection-test/address.ts';
import { testConnection } from '../connection-test/run-test.ts';
import type { Log } from '../log/log-file.ts';
import type { CertificateSecrets } from '../passwords/certificate-secrets.ts';
import type { ConnectionStore } from '../stored/connection-store.ts';
import type { ClientSecrets } from '../transport/client-credentials.ts';
import { mustBeLocalPaths } from './destination-paths.ts';

interface TestParts {
  readonly store: ConnectionStore;
  readonly secrets: CertificateSecrets;
  readonly knownFiles: KnownFiles;
  readonly seenCertificates: SeenCertificates;
  readonly log: Log;
}

export function testCall(
  { store, secrets, knownFiles, seenCertificates, log }: TestParts,
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
      if (each.kind !== 'server' || !sameServer(each, destination)) continue;
      const own = certificatesOf(each).find((one) => certificateKey(one) === key);
      const found = own === undefined ? {} : await secrets.of(each.id, own);
      if (found.password !== undefined) return found;
    }
    return {};
  }

  return async (request, signal) => {
    const commands = commandsOf(request);
    if (filesOf(request).length > 0 || commands.length > 0 || request.pinnedCertificate !== undefined) {
      mustBeLocalPaths(request);
      const url = readAddress(request.url).url.href;
      const destination = { ...request, url };
      if (!knownFiles.areKnown(destination, store.list())) {
        const seen = seenCertificates.find(url, request.pinnedCertificate);
        await confirmations.ask(testText(destination, seen), signal);
        knownFiles.addConfirmed(destination);
      }
    }
    // A test shows what the command prints now.
    if (request.certificate !== undefined) secrets.forgetPrinted(request.certificate);
    const result = await testConnection({ ...request, secrets: () => secretsFor(request) }, signal);
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
