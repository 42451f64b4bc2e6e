/**
 * Masks that a key determines: the same value has the same mask in the whole copy, also after a resumption. Without the
 * key, a mask cannot be computed back.
 */
import { createHash, createHmac } from 'node:crypto';
import { drawNumber, drawString } from '../../../src/document-copy/mask-shape.ts';
import type { ValueMasks } from '../../../src/document-copy/mask.ts';
import type { Random } from '../../../src/document-copy/sampling.ts';

/** How often another mask is drawn when it equals its value. */
const TRIES = 16;
/** Values repeat; the masks of the last ones are kept. */
const KEPT = 20_000;

export class KeyedMasks implements ValueMasks {
  private readonly key: Buffer;
  private readonly known = new Map<string, string>();

  constructor(key: Buffer) {
    this.key = key;
  }

  ofString(value: string): string {
    return this.mask('s', value, drawString);
  }

  ofNumber(text: string): string {
    return this.mask('n', text, drawNumber);
  }

  private mask(type: 's' | 'n', value: string, draw: (value: string, random: Random) => string): string {
    const known = this.known.get(type + value);
    if (known !== undefined) return known;
    const random = keyedRandom(this.key, type + value);
    let drawn = draw(value, random);
    for (let tries = 1; tries < TRIES && drawn === value; tries++) drawn = draw(value, random);
    if (this.known.size >= KEPT) this.known.clear();
    this.known.set(type + value, drawn);
    return drawn;
  }
}

const RANGE = 2 ** 32;
const WORD_BYTES = 4;

/** Numbers that the key and the text determine, each equally often. */
export function keyedRandom(key: Buffer, text: string): Random {
  let block = createHmac('sha256', key).update(text).digest();
  let at = 0;
  const word = (): number => {
    if (at + WORD_BYTES > block.length) {
      block = createHash('sha256').update(key).update(block).digest();
      at = 0;
    }
    const value = block.readUInt32LE(at);
    at += WORD_BYTES;
    return value;
  };
  return (below) => {
    const whole = RANGE - (RANGE % below);
    let value: number;
    do value = word();
    while (value >= whole);
    return value % below;
  };
}
