/**
 * The page's part in a confirmation: show the question, send the code from the terminal, cancel. It cannot allow
 * anything itself.
 */
import type { PortHandlers } from '../../../src/contract/index.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';

interface ConfirmationHandlers {
  calls: Pick<PortHandlers['calls'], 'confirmations.answer' | 'confirmations.cancel'>;
  streams: Pick<PortHandlers['streams'], 'confirmations.watch'>;
}

export function confirmationCalls(confirmations: WindowConfirmations): ConfirmationHandlers {
  return {
    calls: {
      // Async, so that a thrown error becomes the failure of the call.
      'confirmations.answer': ({ id, code }) => Promise.resolve().then(() => confirmations.answer(id, code)),
      'confirmations.cancel': ({ id }) =>
        Promise.resolve().then(() => {
          confirmations.cancel(id);
          return {};
        }),
    },
    streams: { 'confirmations.watch': (_params, signal) => confirmations.watch(signal) },
  };
}
