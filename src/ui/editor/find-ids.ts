/** Finds document ids among the strings of a JSON text. Pure. */
export interface FoundId {
  readonly id: string;
  /** Offsets of the text between the quotes; the end is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** `orders/1-A`, `categories/3`, `users/ada@example.com/2`: a prefix, a slash, and a digit somewhere after it. */
const pattern = /"([A-Za-z][\w-]*\/[^"\\\s]*\d[^"\\\s]*)"(?!\s*:)/g;
const MAX_LENGTH = 512;

export function findIds(text: string): readonly FoundId[] {
  return [...text.matchAll(pattern)].flatMap((match): FoundId[] => {
    const id = match[1] ?? '';
    const start = match.index + 1;
    return id.length > MAX_LENGTH ? [] : [{ id, start, end: start + id.length }];
  });
}
