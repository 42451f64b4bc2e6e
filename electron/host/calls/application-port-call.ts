/** Calls about the port through which applications reach the sandbox. */
import { SANDBOX_ID, toPortError, type PortHandlers } from '../../../src/contract/index.ts';
import type { ConfirmationText } from '../confirmation/confirmation-text.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';
import type { Log } from '../log/log-file.ts';
import type { ConnectionStore } from '../stored/connection-store.ts';
import type { TransportPool } from '../transport/transport-pool.ts';

type OwnCalls = Pick<
  PortHandlers['calls'],
  'applicationPort.load' | 'applicationPort.open' | 'applicationPort.close'
>;

interface Parts {
  readonly store: ConnectionStore;
  readonly transports: TransportPool;
  readonly log: Log;
}

export function applicationPortCalls(
  { store, transports, log }: Parts,
  confirmations: WindowConfirmations,
): OwnCalls {
  const sandbox = () => transports.toSandbox(store.get(SANDBOX_ID));
  return {
    'applicationPort.load': async () => ({ open: await sandbox().applicationPort() }),
    'applicationPort.open': async ({ port }, signal) => {
      const before = await sandbox().applicationPort();
      if (before !== null) return { open: before };
      await confirmations.ask(openText(port), signal);
      try {
        const open = await sandbox().openApplicationPort(port);
        log.write('info', 'application-port-opened', { url: open.url, tcpPort: open.tcpPort });
        return { open };
      } catch (thrown) {
        log.write('warn', 'application-port-not-opened', { port, ...toPortError(thrown).toBody() });
        throw thrown;
      }
    },
    'applicationPort.close': async () => {
      await sandbox().closeApplicationPort();
      log.write('info', 'application-port-closed', {});
      return { open: null };
    },
  };
}

function openText(port: number): ConfirmationText {
  return {
    summary: 'Open a port through which every program on this computer can use the sandbox',
    details: [
      `Address: 127.0.0.1, ${port === 0 ? 'any free port' : `port ${port}`}, and a free port for subscriptions`,
      'Programs on this computer, of other users too, can read and change all databases of the sandbox without a password. The access mode of the connection limits only Rookery.',
      'It stays open until it is closed or Rookery ends. Other computers and web pages have no access.',
    ],
    allow: 'Open port',
  };
}
