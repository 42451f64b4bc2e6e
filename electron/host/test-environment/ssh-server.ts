import { onTestFinished } from 'vitest';
import { runSshServer, type SshServer } from './ssh-daemon.ts';

export { noSshServer, type SshServer } from './ssh-daemon.ts';

/** An SSH server that ends with the test. */
export async function startSshServer(folder: string, settings?: string): Promise<SshServer> {
  const server = await runSshServer(folder, settings);
  onTestFinished(() => server.stop());
  return server;
}
