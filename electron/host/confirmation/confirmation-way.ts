import type { ConfirmationText } from './confirmation-text.ts';

/** How this program asks a person without the page: it shows the text itself, or prints a code for it. */
export type ConfirmationWay =
  | {
      readonly method: 'dialog';
      /** Resolves to whether it was allowed; false, too, once the signal is aborted. */
      readonly ask: (text: ConfirmationText, signal: AbortSignal) => Promise<boolean>;
    }
  | {
      readonly method: 'code';
      /** Writes one line to the terminal that started the program. */
      readonly print: (line: string) => void;
      /** How long a code can be used; 120 s when absent. */
      readonly lifetimeMs?: number;
    }
  /** Every page may do everything: chosen by the person who started the program. */
  | { readonly method: 'off' };
