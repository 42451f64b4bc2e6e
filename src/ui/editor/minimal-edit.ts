/** The one contiguous replacement that turns a text into another: everything outside it keeps caret, folds and marks. */
export interface TextEdit {
  /** Offset of the first character that differs. */
  readonly start: number;
  /** Offset in the old text after the last character that differs. */
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

// A cut between the halves of a pair would leave two broken characters in the editor's undo stack.
function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
