/** An error of the server with its place in the texts of the index. */
import { locateIndexError, type ErrorPlace } from './error-place.ts';
import type { IndexForm } from './index-form.ts';

/** Shown at its place until the next attempt. */
export interface Problem {
  readonly doing: string;
  readonly error: unknown;
  readonly place: ErrorPlace;
  /** What was sent. */
  readonly form: IndexForm;
}

export function problemOf(error: unknown, doing: string, form: IndexForm): Problem {
  const message = error instanceof Error ? error.message : String(error);
  const detail = error instanceof Error && 'detail' in error ? String(error.detail) : '';
  return { doing, error, form, place: locateIndexError(message, detail, form) };
}
