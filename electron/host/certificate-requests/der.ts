/** The few DER elements (X.690) that a certificate request has. Pure. */

const TAG = {
  integer: 0x02,
  bitString: 0x03,
  oid: 0x06,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
} as const;

export function element(tag: keyof typeof TAG, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(TAG[tag]), lengthOf(content), content]);
}

/** The length in one byte, or the number of its bytes and those. */
function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff);
  return Buffer.of(0x80 | bytes.length, ...bytes);
}

/** `1.2.840.…`: the first two numbers share a byte, the others have seven bits in each. */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return element('oid', Buffer.from([40 * first + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

/** Of whole bytes. */
export function bitString(content: Buffer): Buffer {
  return element('bitString', Buffer.of(0), content);
}
