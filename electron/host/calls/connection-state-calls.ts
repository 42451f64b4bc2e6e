/** The states of the servers in the list, as far as a check finds them without starting or asking for anything. */
import type { PortHandlers } from '../../../src/contract/index.ts';
import type { ConnectionChecker } from '../connection-states/connection-checker.ts';

interface StateHandlers {
  calls: Pick<PortHandlers['calls'], 'connections.checkNow'>;
  streams: Pick<PortHandlers['streams'], 'connections.states'>;
}

export function connectionStateCalls(checker: ConnectionChecker): StateHandlers {
  return {
    calls: {
      'connections.checkNow': ({ id }) => {
        checker.checkNow(id);
        return Promise.resolve({});
      },
    },
    streams: { 'connections.states': (_params, signal) => checker.watch(signal) },
  };
}
