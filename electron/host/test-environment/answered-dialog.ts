import type { ConfirmationText } from '../confirmation/confirmation-text.ts';
import type { HostOptions } from '../host.ts';

/** A simulated user: returns the prepared answers, and declines when there are none. */
export function dialog() {
  const shown: ConfirmationText[] = [];
  const answers: boolean[] = [];
  const confirmation: HostOptions['confirmation'] = {
    method: 'dialog',
    ask: (asked) => {
      shown.push(asked);
      return Promise.resolve(answers.shift() ?? false);
    },
  };
  return { shown, answers, confirmation };
}
