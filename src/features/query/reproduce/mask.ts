/**
 * Masks of values: random texts of the same type, length and kind of characters. The same value has the same mask in all
 * documents of one copy, and different values have different masks where there are enough. A mask is not computed from
 * its value, so that it cannot be computed back. Pure.
 */
import type { Random } from './sampling.ts';

/** How often another mask is drawn when one is already used for another value. */
const TRIES = 16;

export class Masks {
  private readonly random: Random;
  private readonly masks = new Map<string, string>();
  private readonly used = new Set<string>();

  constructor(random: Random) {
    this.random = random;
  }

  /** The mask of a decoded string: as many UTF-16 units, in the same format if it is a date, a time or a GUID. */
  ofString(value: string): string {
    return this.mask('s', value, () => this.drawString(value));
  }

  /** The mask of the text of a number: the same sign, digits, decimal point and exponent. */
  ofNumber(text: string): string {
    return this.mask('n', text, () => this.drawNumber(text));
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

  private drawString(value: string): string {
    const moment = DATE.exec(value);
    if (moment) return this.drawDate(moment);
    const time = TIME.exec(value);
    if (time) return this.drawTime() + this.drawDigits(time[1] ?? '');
    if (GUID.test(value))
      return value.replace(/[0-9a-f]/gi, () =>
        (value === value.toUpperCase() ? HEX.toUpperCase() : HEX).charAt(this.random(16)),
      );
    return value.replace(MASKED, (character) => this.drawCharacter(character));
  }

  /** Two letters for a character of two UTF-16 units. */
  private drawCharacter(character: string): string {
    if (character >= '0' && character <= '9') return String(this.random(10));
    const isUpper = character !== character.toLowerCase();
    return character
      .split('')
      .map(() => String.fromCharCode((isUpper ? 65 : 97) + this.random(26)))
      .join('');
  }

  private drawDigits(text: string): string {
    return text.replace(/\d/g, () => String(this.random(10)));
  }

  private drawNumber(text: string): string {
    const [mantissa = text] = text.split(/[eE]/, 1);
    const whole = /\d+/.exec(mantissa)?.[0] ?? '';
    let isFirst = whole.length > 1;
    const drawn = mantissa.replace(/\d/g, () => {
      // Not 0, which JSON does not allow in front, and not 9, so that a 64-bit integer remains one.
      const digit = isFirst ? 1 + this.random(8) : this.random(10);
      isFirst = false;
      return String(digit);
    });
    return drawn + text.slice(mantissa.length);
  }

  /** A valid date: an index that parses dates also parses the mask. */
  private drawDate([, separator, seconds, fraction = '', zone = '']: RegExpExecArray): string {
    const day = `${1970 + this.random(60)}-${two(1 + this.random(12))}-${two(1 + this.random(28))}`;
    if (separator === undefined) return day;
    const time = this.drawTime();
    return `${day}${separator}${seconds === undefined ? time.slice(0, 5) : time}${this.drawDigits(fraction)}${zone}`;
  }

  private drawTime(): string {
    return `${two(this.random(24))}:${two(this.random(60))}:${two(this.random(60))}`;
  }
}

const HEX = '0123456789abcdef';
const DATE = /^\d{4}-\d{2}-\d{2}(?:([T ])\d{2}:\d{2}(?:(:\d{2})(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const TIME = /^\d{2}:\d{2}:\d{2}(\.\d+)?$/;
const GUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** ASCII punctuation and white space remain, so that an address still looks like one. */
const MASKED = /[0-9A-Za-z]|\P{ASCII}/gu;

function two(value: number): string {
  return String(value).padStart(2, '0');
}
