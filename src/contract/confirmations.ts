import './no-eval.ts';
import { z } from 'zod';

/**
 * Where the user confirms what a page must not decide: in a system dialog, with a code from the terminal that is
 * typed into the page, or nowhere (`serve --trust-page`).
 */
export const confirmationMethod = z.enum(['dialog', 'code', 'off']);
export type ConfirmationMethod = z.infer<typeof confirmationMethod>;

/** The pending confirmation of this window. The host holds the request; the page only displays it. */
export const confirmationQuestion = z.object({
  id: z.string(),
  method: z.enum(['dialog', 'code']),
  /** One line that says what is allowed, and where. */
  summary: z.string(),
  details: z.array(z.string()),
  /** Milliseconds until it expires, at the time of the message. */
  expiresInMs: z.number(),
  /** Wrong codes until it is discarded. */
  attemptsLeft: z.number().int(),
});
export type ConfirmationQuestion = z.infer<typeof confirmationQuestion>;
