/** Base64 encoding of bytes that cross the port. */

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // In pieces: the number of function arguments is limited. `apply` takes a tenth of the time of a spread, which reads them with an iterator.
  for (let start = 0; start < bytes.length; start += 0x2000)
    binary += String.fromCharCode.apply(null, bytes.subarray(start, start + 0x2000) as unknown as number[]);
  return btoa(binary);
}
