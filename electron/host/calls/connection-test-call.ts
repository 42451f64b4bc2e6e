/**
 * `connections.test`. Without files any address can be tested. With files a test could reveal which files exist and
 * present a stored certificate to a foreign server, so it waits for a confirmation, unless the files are known for
 * that server.
 */
import type { PortHandlers } from '../../../src/contract/index.ts';
import { filesOf, testText } from '../confirmation/connection-texts.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';
import type { KnownFiles } from '../confirmation/known-files.ts';
import { readAddress } from '../connection-test/address.ts';
import { testConnection } from '../connection-test/run-test.ts';
import type { Log } from '../log/log-file.ts';
import type { ConnectionStore } from '../stored/connection-store.ts';
import { mustBeLocalPath } from '../transport/credential-file.ts';

interface TestParts {
  readonly store: ConnectionStore;
  readonly knownFiles: KnownFiles;
  readonly log: Log;
}

export function testCall(
  { store, knownFiles, log }: TestParts,
  confirmations: WindowConfirmations,
): PortHandlers['calls']['connections.test'] {
  return async (request, signal) => {
    if (filesOf(request).length > 0) {
      for (const path of filesOf(request)) mustBeLocalPath(path, 'The file');
      const url = readAddress(request.url).url.href;
      const destination = { ...request, url };
      if (!knownFiles.areKnown(destination, store.list())) {
        await confirmations.ask(testText(destination), signal);
        knownFiles.addConfirmed(destination);
      }
    }
    const result = await testConnection(request, signal);
    log.write('info', 'connection-tested', {
      url: request.url,
      ok: result.ok,
      last: result.steps.at(-1),
    });
    return result;
  };
}
