/** The single replacement that turns one text into another: caret, folds and marks outside of it are preserved. */
export interface TextEdit {
  /** Offset of the first different character. */
  readonly start: number;
  /** Offset in the old text after the last different character. */
  readonly end: number;
  readonly text: string;
}

export function minimalEdit(from: string, to: string): TextEdit | undefined {
  if (from === to) return undefined;
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from.charCodeAt(start) === to.charCodeAt(start)) start++;
  if (start > 0 && isHighSurrogate(from.charCodeAt(start - 1))) start--;
  let tail = 0;
  while (
    tail < shorter - start &&
    from.charCodeAt(from.length - 1 - tail) === to.charCodeAt(to.length - 1 - tail)
  )
    tail++;
  if (tail > 0 && isLowSurrogate(from.charCodeAt(from.length - tail))) tail--;
  return { start, end: from.length - tail, text: to.slice(start, to.length - tail) };
}

// Splitting a surrogate pair would leave two invalid characters in the undo stack.
function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
