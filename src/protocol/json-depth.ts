/**
 * The deepest nesting of JSON that is read. What walks a document, a plan or a result is recursive, and so is
 * JSON.stringify: a text that a server or a person nests deeper would exhaust the stack of the screen that shows it.
 */
export const MAX_JSON_DEPTH = 1000;

/**
 * The offset of the first bracket that is nested deeper than MAX_JSON_DEPTH; undefined when there is none. Reads
 * brackets outside of strings and nothing else: whether the text is JSON, its parser says.
 */
export function tooDeepAt(text: string): number | undefined {
  // Too short for so many brackets: most answers.
  if (text.length <= MAX_JSON_DEPTH) return undefined;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        at = closingQuote(text, at);
        break;
      }
      case 0x5b:
      case 0x7b:
        if (++depth > MAX_JSON_DEPTH) return at;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
    }
  }
  return undefined;
}

/** The offset of the quote that ends the string which begins at `start`, or the end of the text. */
export function closingQuote(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** `line 1, column 1001`, both counted from 1. */
export function placeIn(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < lineStart; at = text.indexOf('\n', at + 1)) line++;
  return `line ${line}, column ${offset - lineStart + 1}`;
}
