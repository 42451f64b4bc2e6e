/**
 * Masks of values: random texts of the same type, length and kind of characters. The same value has the same mask in all
 * documents of one copy, and different values have different masks where there are enough. A mask is not computed from
 * its value, so that it cannot be computed back. Pure.
 */
import { drawNumber, drawString } from './mask-shape.ts';
import type { Random } from './sampling.ts';

/** How often another mask is drawn when one is already used for another value. */
const TRIES = 16;

/** Replaces the values of masked fields. */
export interface ValueMasks {
  /** The mask of a decoded string. */
  ofString(value: string): string;
  /** The mask of the text of a number. */
  ofNumber(text: string): string;
}

export class Masks implements ValueMasks {
  private readonly random: Random;
  private readonly masks = new Map<string, string>();
  private readonly used = new Set<string>();

  constructor(random: Random) {
    this.random = random;
  }

  /** The mask of a decoded string: as many UTF-16 units, in the same format if it is a date, a time or a GUID. */
  ofString(value: string): string {
    return this.mask('s', value, () => drawString(value, this.random));
  }

  /** The mask of the text of a number: the same sign, digits, decimal point and exponent. */
  ofNumber(text: string): string {
    return this.mask('n', text, () => drawNumber(text, this.random));
  }

  private mask(type: 's' | 'n', value: string, draw: () => string): string {
    const known = this.masks.get(type + value);
    if (known !== undefined) return known;
    let drawn = draw();
    for (let tries = 1; tries < TRIES && (drawn === value || this.used.has(type + drawn)); tries++)
      drawn = draw();
    this.masks.set(type + value, drawn);
    this.used.add(type + drawn);
    return drawn;
  }
}
