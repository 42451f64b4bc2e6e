/** The whole host behind memory channels, with a simulated user who answers its confirmations. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { connectPort, memoryChannelPair, servePort, type Port } from '../../../src/contract/index.ts';
import { createHost, type HostOptions } from '../host.ts';

export interface TestHost {
  /** Opens another window. */
  window(): Port;
}

/** By default every confirmation is accepted. */
export async function startHost(dataFolder: string, more: Partial<HostOptions> = {}): Promise<TestHost> {
  const options: HostOptions = {
    dataFolder,
    surface: 'memory',
    addonPath: join(dataFolder, 'none.node'),
    stackcapPath: join(dataFolder, 'none'),
    version: '1.2.3',
    confirmation: { method: 'off' },
    ...more,
  };
  const host = await createHost(options);
  const ports: Port[] = [];
  onTestFinished(async () => {
    for (const port of ports) port.close();
    await host.close();
  });
  return {
    window() {
      const [window, other] = memoryChannelPair();
      servePort(other, host.handlersForWindow());
      const port = connectPort(window);
      ports.push(port);
      return port;
    },
  };
}

export async function hostOn(dataFolder: string, more: Partial<HostOptions> = {}): Promise<Port> {
  return (await startHost(dataFolder, more)).window();
}
