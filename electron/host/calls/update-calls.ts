/** Calls about newer releases. */
import type { PortHandlers } from '../../../src/contract/index.ts';
import type { UpdateCheck } from '../updates/update-check.ts';

type OwnCalls = Pick<PortHandlers['calls'], 'updates.load' | 'updates.setEnabled' | 'updates.check'>;

export function updateCalls(updates: UpdateCheck): OwnCalls {
  return {
    'updates.load': () => Promise.resolve(updates.state()),
    'updates.setEnabled': ({ enabled }) => updates.setEnabled(enabled),
    'updates.check': (_request, signal) => updates.check(signal),
  };
}
