/** What a page may do with a question: see it, bring the code from the terminal, give up. It cannot allow anything by itself. */
import type { PortHandlers } from '../../../src/contract/index.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';

interface ConfirmationHandlers {
  calls: Pick<PortHandlers['calls'], 'confirmations.answer' | 'confirmations.cancel'>;
  streams: Pick<PortHandlers['streams'], 'confirmations.watch'>;
}

export function confirmationCalls(confirmations: WindowConfirmations): ConfirmationHandlers {
  return {
    calls: {
      // Async, so that what it throws becomes the call's failure.
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
