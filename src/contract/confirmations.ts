import './no-eval.ts';
import { z } from 'zod';

/**
 * Where a person confirms what a page must not decide alone: in a dialog of the system, with a code from the terminal that is
 * typed into the page, or nowhere (`serve --trust-page`).
 */
export const confirmationMethod = z.enum(['dialog', 'code', 'off']);
export type ConfirmationMethod = z.infer<typeof confirmationMethod>;

/** The confirmation that this window waits for. What it allows is held in the host; the page only shows it. */
export const confirmationQuestion = z.object({
  id: z.string(),
  method: z.enum(['dialog', 'code']),
  /** What will be allowed, and where: one line. */
  summary: z.string(),
  details: z.array(z.string()),
  /** Until it is discarded, when the question was asked. */
  expiresInMs: z.number(),
  /** Wrong codes until it is discarded. */
  attemptsLeft: z.number().int(),
});
export type ConfirmationQuestion = z.infer<typeof confirmationQuestion>;
