/** What a confirmation says. Parts of it come from the page, so they are made printable before they are shown. */
export interface ConfirmationText {
  /** What will be allowed, and where: one line. */
  readonly summary: string;
  /** One line each. */
  readonly details: readonly string[];
  /** The button that allows it: a verb and its object. */
  readonly allow: string;
}

/**
 * One line that a terminal or a dialog shows as it is: without control characters, line breaks, invisible and
 * direction-changing characters, which could hide or imitate a part of the text.
 */
export function printable(text: string, limit = 200): string {
  const shown = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return shown.length > limit
    ? `${shown.slice(0, limit)}… (${shown.length - limit} characters are not shown)`
    : shown;
}
