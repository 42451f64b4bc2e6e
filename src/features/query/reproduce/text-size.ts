/** The size of a text in UTF-8. */
const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}
