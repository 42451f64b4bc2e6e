import type { ConfirmationText } from './confirmation-text.ts';

/** How this program asks for a confirmation outside of the page: by a dialog, or by a code in the terminal. */
export type ConfirmationWay =
  | {
      readonly method: 'dialog';
      /** Resolves to whether it was allowed; also to false when the signal is aborted. */
      readonly ask: (text: ConfirmationText, signal: AbortSignal) => Promise<boolean>;
    }
  | {
      readonly method: 'code';
      /** Writes one line to the terminal that started the program. */
      readonly print: (line: string) => void;
      /** How long a code is valid; 120 s by default. */
      readonly lifetimeMs?: number;
    }
  /** Every page may do everything: chosen by the person who started the program. */
  | { readonly method: 'off' };
