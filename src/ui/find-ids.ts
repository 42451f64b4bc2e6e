/** Finds document ids among the strings of a JSON text. Pure. */
export interface FoundId {
  readonly id: string;
  /** Offsets of the text between the quotes; the end is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** In lower case and with the slash: `users/`. */
export type IdPrefixes = ReadonlySet<string>;

/** A prefix, a slash, and the rest. */
const form = String.raw`[A-Za-z][\w-]*\/[^"\\\s]+`;
const inText = new RegExp(String.raw`"(${form})"(?!\s*:)`, 'g');
const whole = new RegExp(`^${form}$`);
const MAX_LENGTH = 512;

/**
 * The prefixes of the collections by the convention of the clients: `users/` for Users, `orderLines/` or `OrderLines/`
 * for OrderLines. Servers compare ids without case.
 */
export function idPrefixes(collections: readonly string[]): IdPrefixes {
  return new Set(collections.map((name) => `${name.toLowerCase()}/`));
}

/**
 * Whether a value has the form of a document id: `orders/1-A`, `users/ada@example.com/2`. Without a digit after the
 * slash, as `users/ada`, only with a known prefix before the last slash. Only the server knows whether the document exists.
 */
export function isIdShaped(value: string, prefixes?: IdPrefixes): boolean {
  return whole.test(value) && isId(value, prefixes);
}

export function findIds(text: string, prefixes?: IdPrefixes): readonly FoundId[] {
  return [...text.matchAll(inText)].flatMap((match): FoundId[] => {
    const id = match[1] ?? '';
    const start = match.index + 1;
    return isId(id, prefixes) ? [{ id, start, end: start + id.length }] : [];
  });
}

function isId(value: string, prefixes: IdPrefixes | undefined): boolean {
  if (value.length > MAX_LENGTH) return false;
  if (/\d/.test(value.slice(value.indexOf('/') + 1))) return true;
  const end = value.lastIndexOf('/') + 1;
  return end < value.length && prefixes?.has(value.slice(0, end).toLowerCase()) === true;
}
