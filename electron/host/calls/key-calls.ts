/** Keys that are generated on this computer. The page gets the request and the path, never the key. */
import type { PortHandlers } from '../../../src/contract/index.ts';
import { certificateRequest, generateKey } from '../certificate-requests/certificate-request.ts';
import type { KeyFolder } from '../certificate-requests/key-folder.ts';
import type { Log } from '../log/log-file.ts';

export function keyCalls(folder: KeyFolder, log: Log): Pick<PortHandlers['calls'], 'keys.generate'> {
  return {
    'keys.generate': async ({ subject, algorithm, password }) => {
      const key = await generateKey(algorithm);
      const request = certificateRequest(key, algorithm, subject);
      const keyPath = await folder.save(subject.commonName, key, password, request);
      log.write('info', 'key-generated', { algorithm, keyPath });
      return { keyPath, request };
    },
  };
}
