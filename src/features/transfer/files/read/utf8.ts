/** Strict UTF-8: a replaced character would change a document unnoticed. Pure. */

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export type Decoded =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly at: number };

/** The text, or the index of the first byte that is not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    return { ok: true, text: decoder.decode(bytes) };
  } catch {
    return { ok: false, at: invalidUtf8At(bytes) ?? 0 };
  }
}

/** `cut`: the end may be in the middle of a character. */
export function invalidUtf8At(bytes: Uint8Array, { cut = false } = {}): number | undefined {
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) {
      at++;
      continue;
    }
    const length = sequenceLength(first);
    if (length === undefined) return at;
    for (let k = 1; k < length; k++) {
      const next = bytes[at + k];
      if (next === undefined) return cut ? undefined : at;
      if (!isContinuation(first, k, next)) return at;
    }
    at += length;
  }
  return undefined;
}

function sequenceLength(first: number): number | undefined {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : undefined;
}

/** Excludes overlong forms, surrogates and what is above U+10FFFF by the second byte. */
function isContinuation(first: number, place: number, byte: number): boolean {
  if (byte < 0x80 || byte > 0xbf) return false;
  if (place !== 1) return true;
  if (first === 0xe0) return byte >= 0xa0;
  if (first === 0xed) return byte <= 0x9f;
  if (first === 0xf0) return byte >= 0x90;
  return first !== 0xf4 || byte <= 0x8f;
}

/** `E9`. */
export function byteText(byte: number | undefined): string {
  return (byte ?? 0).toString(16).toUpperCase().padStart(2, '0');
}
