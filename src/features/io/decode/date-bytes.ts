/** Parses dates from bytes: `2026-05-01T10:00:01.1234567Z`, which a recording has a million of. */
import { parseServerDate } from '../../../protocol/server-date.ts';
import { textOf } from './json-bytes.ts';

const digits = (bytes: Uint8Array, from: number, count: number): number => {
  let value = 0;
  for (let at = from; at < from + count; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
};

export class DateReader {
  private day = Number.NaN;
  private dayStart = 0;

  /** Milliseconds since 1970 with a fraction; NaN for an invalid date. */
  read(bytes: Uint8Array, from: number, to: number, escaped: boolean): number {
    // The fast path for the usual format; others use the general parser.
    if (to - from !== 28 || bytes[to - 1] !== 0x5a || bytes[from + 10] !== 0x54 || bytes[from + 19] !== 0x2e)
      return parseServerDate(textOf(bytes, from, to, escaped));
    const year = digits(bytes, from, 4);
    const month = digits(bytes, from + 5, 2);
    const date = digits(bytes, from + 8, 2);
    const day = year * 10_000 + month * 100 + date;
    if (day !== this.day) {
      if (!(month >= 1 && month <= 12 && date >= 1 && date <= 31)) return Number.NaN;
      this.day = day;
      this.dayStart = Date.UTC(year, month - 1, date);
    }
    const seconds =
      digits(bytes, from + 11, 2) * 3600 + digits(bytes, from + 14, 2) * 60 + digits(bytes, from + 17, 2);
    return this.dayStart + seconds * 1000 + digits(bytes, from + 20, 7) / 10_000;
  }
}
