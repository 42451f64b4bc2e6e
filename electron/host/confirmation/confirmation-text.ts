/** The text of a confirmation. Parts of it come from the page, so they are made printable. */
export interface ConfirmationText {
  /** One line that says what is allowed, and where. */
  readonly summary: string;
  /** One line each. */
  readonly details: readonly string[];
  /** The request starts a program on this computer: never without a confirmation. */
  readonly startsProgram?: true | undefined;
  /** The label of the confirm button: a verb and its object. */
  readonly allow: string;
}

/**
 * Returns one line that is safe to display: without control characters, line breaks, invisible and
 * direction-changing characters, which could hide or imitate a part of the text.
 */
export function printable(text: string, limit = 200): string {
  const shown = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return shown.length > limit
    ? `${shown.slice(0, limit)}… (${shown.length - limit} characters are not shown)`
    : shown;
}
