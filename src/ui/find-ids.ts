/** Finds document ids among the strings of a JSON text. Pure. */
export interface FoundId {
  readonly id: string;
  /** Offsets of the text between the quotes; the end is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** `orders/1-A`, `categories/3`, `users/ada@example.com/2`: a prefix, a slash, and a digit somewhere after it. */
const form = String.raw`[A-Za-z][\w-]*\/[^"\\\s]*\d[^"\\\s]*`;
const inText = new RegExp(String.raw`"(${form})"(?!\s*:)`, 'g');
const whole = new RegExp(`^${form}$`);
const MAX_LENGTH = 512;

/** Whether a value has the form of a document id. Only the server knows whether the document exists. */
export function isIdShaped(value: string): boolean {
  return value.length <= MAX_LENGTH && whole.test(value);
}

export function findIds(text: string): readonly FoundId[] {
  return [...text.matchAll(inText)].flatMap((match): FoundId[] => {
    const id = match[1] ?? '';
    const start = match.index + 1;
    return id.length > MAX_LENGTH ? [] : [{ id, start, end: start + id.length }];
  });
}
