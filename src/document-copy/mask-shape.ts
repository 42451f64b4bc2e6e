/** Random values with the form of another value: same type, length and kinds of characters. Pure. */
import type { Random } from './sampling.ts';

/** As many UTF-16 units, in the same format if it is a date, a time or a GUID. */
export function drawString(value: string, random: Random): string {
  const moment = DATE.exec(value);
  if (moment) return drawDate(moment, random);
  const time = TIME.exec(value);
  if (time) return drawTime(random) + drawDigits(time[1] ?? '', random);
  if (GUID.test(value))
    return value.replace(/[0-9a-f]/gi, () =>
      (value === value.toUpperCase() ? HEX.toUpperCase() : HEX).charAt(random(16)),
    );
  return value.replace(MASKED, (character) => drawCharacter(character, random));
}

/** Two letters for a character of two UTF-16 units. */
function drawCharacter(character: string, random: Random): string {
  if (character >= '0' && character <= '9') return String(random(10));
  const isUpper = character !== character.toLowerCase();
  return character
    .split('')
    .map(() => String.fromCharCode((isUpper ? 65 : 97) + random(26)))
    .join('');
}

function drawDigits(text: string, random: Random): string {
  return text.replace(/\d/g, () => String(random(10)));
}

/** The same sign, digits, decimal point and exponent. */
export function drawNumber(text: string, random: Random): string {
  const [mantissa = text] = text.split(/[eE]/, 1);
  const whole = /\d+/.exec(mantissa)?.[0] ?? '';
  let isFirst = whole.length > 1;
  const drawn = mantissa.replace(/\d/g, () => {
    // Not 0, which JSON does not allow in front, and not 9, so that a 64-bit integer remains one.
    const digit = isFirst ? 1 + random(8) : random(10);
    isFirst = false;
    return String(digit);
  });
  return drawn + text.slice(mantissa.length);
}

/** A valid date: an index that parses dates also parses the mask. */
function drawDate([, separator, seconds, fraction = '', zone = '']: RegExpExecArray, random: Random): string {
  const day = `${1970 + random(60)}-${two(1 + random(12))}-${two(1 + random(28))}`;
  if (separator === undefined) return day;
  const time = drawTime(random);
  return `${day}${separator}${seconds === undefined ? time.slice(0, 5) : time}${drawDigits(fraction, random)}${zone}`;
}

function drawTime(random: Random): string {
  return `${two(random(24))}:${two(random(60))}:${two(random(60))}`;
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
