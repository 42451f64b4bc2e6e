// Dates and spans of C#: ticks of 100 ns.
(() => {
  'use strict';
  const cs = globalThis.__cs;
  const TICKS = { day: 864000000000n, hour: 36000000000n, minute: 600000000n, second: 10000000n, ms: 10000n };
  const EPOCH = 621355968000000000n;
  const LAST = 3155378975999999999n;
  const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const MONTHS = [
    'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October',
    'November', 'December',
  ]; // prettier-ignore
  const pad = (value, digits) => String(value).padStart(digits, '0');
  const ofParts = (year, month, day) => {
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    if (!(year >= 1 && year <= 9999) || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
      throw new RangeError('Year, Month, and Day parameters describe an un-representable DateTime.');
    return BigInt(date.getTime()) * TICKS.ms + EPOCH;
  };
  const daysIn = (year, month) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

  class CsDate {
    // `kind`: '' is unspecified, 'Z' is UTC. `part`: 'date' and 'time' are `DateOnly` and `TimeOnly`.
    constructor(ticks, kind = '', part = '') {
      if (ticks < 0n || ticks > LAST) throw new RangeError('The date is outside of the years 1 to 9999.');
      this.ticks = ticks;
      this.kind = kind;
      this.part = part;
    }

    // A text in ISO 8601; null for another one.
    static of(value) {
      if (value instanceof CsDate) return value;
      const found =
        /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,7}))?)?)?(Z|[+-]\d\d:\d\d)?$/.exec(
          value,
        );
      if (found === null) return null;
      const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = ''] = found;
      if (month < 1 || month > 12 || day < 1 || day > daysIn(Number(year), Number(month)) || year < 1)
        return null;
      if (hour > 23 || minute > 59 || second > 59) return null;
      let ticks = ofParts(Number(year), Number(month), Number(day)) + BigInt(hour) * TICKS.hour;
      ticks +=
        BigInt(minute) * TICKS.minute + BigInt(second) * TICKS.second + BigInt(fraction.padEnd(7, '0'));
      if (zone !== '' && zone !== 'Z') {
        const offset = BigInt(zone.slice(1, 3)) * TICKS.hour + BigInt(zone.slice(4)) * TICKS.minute;
        ticks += zone[0] === '+' ? -offset : offset;
      }
      return ticks < 0n || ticks > LAST ? null : new CsDate(ticks, zone === '' ? '' : 'Z');
    }

    get date() {
      return new Date(
        Number((this.ticks - EPOCH - (((this.ticks % TICKS.ms) + TICKS.ms) % TICKS.ms)) / TICKS.ms),
      );
    }

    plus(span) {
      if (this.part === 'time')
        return new CsDate((((this.ticks + span.ticks) % TICKS.day) + TICKS.day) % TICKS.day, '', 'time');
      return new CsDate(this.ticks + span.ticks, this.kind, this.part);
    }

    addMonths(count) {
      const date = this.date;
      const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + Math.trunc(count);
      const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
      if (year < 1 || year > 9999) throw new RangeError('The date is outside of the years 1 to 9999.');
      const day = Math.min(date.getUTCDate(), daysIn(year, month));
      return new CsDate(ofParts(year, month, day) + (this.ticks % TICKS.day), this.kind, this.part);
    }

    member(name) {
      const date = this.date;
      switch (name) {
        case 'Year': return date.getUTCFullYear();
        case 'Month': return date.getUTCMonth() + 1;
        case 'Day': return date.getUTCDate();
        case 'Hour': return date.getUTCHours();
        case 'Minute': return date.getUTCMinutes();
        case 'Second': return date.getUTCSeconds();
        case 'Millisecond': return date.getUTCMilliseconds();
        case 'DayOfWeek': return DAYS[date.getUTCDay()];
        case 'DayOfYear':
          return Number((this.ticks - ofParts(date.getUTCFullYear(), 1, 1)) / TICKS.day) + 1;
        case 'Date': return new CsDate(this.ticks - (this.ticks % TICKS.day), this.kind);
        case 'TimeOfDay': return new CsSpan(this.ticks % TICKS.day);
        case 'Ticks': return Number(this.ticks);
        case 'DayNumber': return Number(this.ticks / TICKS.day);
        case 'Kind': return this.kind === 'Z' ? 'Utc' : 'Unspecified';
        case 'UtcDateTime': case 'DateTime': case 'LocalDateTime': case 'Value': return this;
        case 'HasValue': return true;
        default: return null;
      }
    } // prettier-ignore

    json() {
      const iso = this.date.toISOString();
      const time = `${iso.slice(11, 19)}.${pad(this.ticks % TICKS.second, 7)}`;
      if (this.part === 'date') return iso.slice(0, 10);
      return this.part === 'time' ? time : `${iso.slice(0, 10)}T${time}${this.kind}`;
    }

    format(given) {
      if (given === 'o' || given === 'O') return this.json();
      const standard = {
        '': this.part === 'date' ? 'MM/dd/yyyy' : this.part === 'time' ? 'HH:mm' : 'MM/dd/yyyy HH:mm:ss',
        G: 'MM/dd/yyyy HH:mm:ss', g: 'MM/dd/yyyy HH:mm', d: 'MM/dd/yyyy', D: 'dddd, dd MMMM yyyy', t: 'HH:mm',
        T: 'HH:mm:ss', s: "yyyy-MM-dd'T'HH:mm:ss", u: "yyyy-MM-dd HH:mm:ss'Z'", M: 'MMMM dd', Y: 'yyyy MMMM',
      }; // prettier-ignore
      const pattern = standard[given] ?? given;
      const date = this.date;
      const hour = date.getUTCHours();
      const parts = {
        y: (n) => (n <= 2 ? pad(date.getUTCFullYear() % 100, n) : pad(date.getUTCFullYear(), n)),
        M: (n) => {
          const month = date.getUTCMonth();
          return n < 3 ? pad(month + 1, n) : n === 3 ? MONTHS[month].slice(0, 3) : MONTHS[month];
        },
        d: (n) => {
          const day = DAYS[date.getUTCDay()];
          return n < 3 ? pad(date.getUTCDate(), n) : n === 3 ? day.slice(0, 3) : day;
        },
        H: (n) => pad(hour, n),
        h: (n) => pad(hour % 12 === 0 ? 12 : hour % 12, n),
        m: (n) => pad(date.getUTCMinutes(), n),
        s: (n) => pad(date.getUTCSeconds(), n),
        f: (n) => pad(this.ticks % TICKS.second, 7).slice(0, n),
        t: (n) => (hour < 12 ? 'AM' : 'PM').slice(0, n),
        K: () => this.kind,
      };
      return pattern.replace(/'([^']*)'|"([^"]*)"|\\(.)|([yMdHhmsftK])\4*|./gs, (all, a, b, c, letter) =>
        letter === undefined ? (a ?? b ?? c ?? all) : parts[letter](all.length),
      );
    }
  }

  class CsSpan {
    constructor(ticks) {
      this.ticks = ticks;
    }

    static ofNumber(ticks) {
      if (!Number.isFinite(ticks) || Math.abs(ticks) > 9.2e18)
        throw new RangeError('The TimeSpan is too long.');
      return new CsSpan(BigInt(Math.round(ticks)));
    }

    static of(value) {
      if (value instanceof CsSpan) return value;
      const found = /^(-)?(?:(\d{1,8})\.)?(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,7}))?)?$/.exec(value);
      if (found === null) return null;
      const [, sign, days = '0', hours, minutes, seconds = '0', fraction = ''] = found;
      const ticks =
        BigInt(days) * TICKS.day + BigInt(hours) * TICKS.hour + BigInt(minutes) * TICKS.minute +
        BigInt(seconds) * TICKS.second + BigInt(fraction.padEnd(7, '0')); // prettier-ignore
      return new CsSpan(sign ? -ticks : ticks);
    }

    member(name) {
      const total = { TotalDays: 'day', TotalHours: 'hour', TotalMinutes: 'minute', TotalSeconds: 'second', TotalMilliseconds: 'ms' }[name]; // prettier-ignore
      if (total) return Number(this.ticks) / Number(TICKS[total]);
      switch (name) {
        case 'Days': return Number(this.ticks / TICKS.day);
        case 'Hours': case 'Hour': return Number((this.ticks / TICKS.hour) % 24n);
        case 'Minutes': case 'Minute': return Number((this.ticks / TICKS.minute) % 60n);
        case 'Seconds': case 'Second': return Number((this.ticks / TICKS.second) % 60n);
        case 'Milliseconds': case 'Millisecond': return Number((this.ticks / TICKS.ms) % 1000n);
        case 'Ticks': return Number(this.ticks);
        case 'Value': return this;
        case 'HasValue': return true;
        default: return null;
      }
    } // prettier-ignore

    json() {
      const long = this.ticks < 0n ? -this.ticks : this.ticks;
      const days = long / TICKS.day;
      const fraction = long % TICKS.second;
      const part = (ticks, of) => pad((long / ticks) % of, 2);
      return `${this.ticks < 0n ? '-' : ''}${days > 0n ? `${days}.` : ''}${part(TICKS.hour, 24n)}:${part(TICKS.minute, 60n)}:${part(TICKS.second, 60n)}${fraction > 0n ? `.${pad(fraction, 7)}` : ''}`;
    }

    format(given) {
      if (given === '' || given === 'c') return this.json();
      const long = this.ticks < 0n ? -this.ticks : this.ticks;
      const parts = {
        d: (n) => pad(long / TICKS.day, n),
        h: (n) => pad((long / TICKS.hour) % 24n, n),
        m: (n) => pad((long / TICKS.minute) % 60n, n),
        s: (n) => pad((long / TICKS.second) % 60n, n),
        f: (n) => pad(long % TICKS.second, 7).slice(0, n),
      };
      return given.replace(/'([^']*)'|\\(.)|([dhmsf])\3*|./gs, (all, a, b, letter) =>
        letter === undefined ? (a ?? b ?? all) : parts[letter](all.length),
      );
    }
  }

  cs.Date = CsDate;
  cs.Span = CsSpan;
  const now = (kind) => new CsDate(BigInt(Date.now()) * TICKS.ms + EPOCH, kind);
  const parsed = (value) => {
    const found = CsDate.of(value);
    if (found !== null) return found;
    const other = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d\d):(\d\d)(?::(\d\d))?)?$/.exec(value);
    if (other === null) throw new TypeError(`'${cs.text(value)}' is not a date.`);
    const [, month, day, year, hour = '0', minute = '0', second = '0'] = other;
    return cs.date.New(
      Number(year),
      Number(month),
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
    );
  };
  const span = (unit) => (count) => (cs.none(count) ? null : CsSpan.ofNumber(count * Number(TICKS[unit])));
  cs.date = {
    New: (year, month, day, hour, minute, second, ms) => {
      if (month === undefined) return new CsDate(BigInt(Math.trunc(year ?? 0)));
      const time = [hour ?? 0, minute ?? 0, second ?? 0].map((part) => BigInt(Math.trunc(part)));
      const ticks = time[0] * TICKS.hour + time[1] * TICKS.minute + time[2] * TICKS.second;
      const fraction = typeof ms === 'number' ? BigInt(Math.trunc(ms)) * TICKS.ms : 0n;
      return new CsDate(ofParts(year, month, day) + ticks + fraction, ms === 'Utc' ? 'Z' : '');
    },
    Parse: (value) => (cs.none(value) ? null : parsed(value)),
    ParseExact: (value) => (cs.none(value) ? null : parsed(value)),
    Compare: (a, b) => cs.order(cs.date.Parse(a), cs.date.Parse(b)),
    DaysInMonth: (year, month) => daysIn(year, month),
    IsLeapYear: (year) => daysIn(year, 2) === 29,
    get MinValue() {
      return new CsDate(0n);
    },
    get MaxValue() {
      return new CsDate(LAST);
    },
    get Now() {
      return now('');
    },
    get UtcNow() {
      return now('Z');
    },
    get Today() {
      return now('').member('Date');
    },
    get UnixEpoch() {
      return new CsDate(EPOCH, 'Z');
    },
  };
  cs.dateOnly = {
    New: (year, month, day) => new CsDate(ofParts(year, month, day), '', 'date'),
    FromDateTime: (value) => (cs.none(value) ? null : cs.dateOnly.Parse(parsed(value))),
    Parse: (value) => {
      const { ticks } = parsed(value);
      return new CsDate(ticks - (ticks % TICKS.day), '', 'date');
    },
  };
  cs.timeOnly = {
    New: (hour, minute, second) =>
      new CsDate(
        BigInt(hour) * TICKS.hour + BigInt(minute) * TICKS.minute + BigInt(second ?? 0) * TICKS.second,
        '',
        'time',
      ),
    FromDateTime: (value) =>
      cs.none(value) ? null : new CsDate(parsed(value).ticks % TICKS.day, '', 'time'),
    Parse: (value) => {
      const found = CsSpan.of(value);
      if (found === null) throw new TypeError(`'${cs.text(value)}' is not a time of day.`);
      return new CsDate(found.ticks, '', 'time');
    },
  };
  cs.span = {
    New: (a, b, c, d, e) => {
      if (b === undefined) return new CsSpan(BigInt(Math.trunc(a ?? 0)));
      const [days, hours, minutes, seconds, ms] = d === undefined ? [0, a, b, c, 0] : [a, b, c, d, e ?? 0];
      const seconds_ = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
      return new CsSpan(BigInt(seconds_) * TICKS.second + BigInt(ms) * TICKS.ms);
    },
    FromDays: span('day'),
    FromHours: span('hour'),
    FromMinutes: span('minute'),
    FromSeconds: span('second'),
    FromMilliseconds: span('ms'),
    FromTicks: (ticks) => CsSpan.ofNumber(ticks),
    Parse: (value) => {
      const found = cs.none(value) ? null : CsSpan.of(value);
      if (found === null) throw new TypeError(`'${cs.text(value)}' is not a TimeSpan.`);
      return found;
    },
    get Zero() {
      return new CsSpan(0n);
    },
  };

  const date = (value) => (cs.none(value) ? null : parsed(value));
  const adds = (unit) => (value, count) =>
    cs.none(value) || cs.none(count) ? null : date(value).plus(span(unit)(count));
  Object.assign(cs, {
    AddDays: adds('day'),
    AddHours: adds('hour'),
    AddMinutes: adds('minute'),
    AddSeconds: adds('second'),
    AddMilliseconds: adds('ms'),
    AddTicks: (value, count) => (cs.none(value) ? null : date(value).plus(CsSpan.ofNumber(count))),
    AddMonths: (value, count) => (cs.none(value) || cs.none(count) ? null : date(value).addMonths(count)),
    AddYears: (value, count) => (cs.none(value) || cs.none(count) ? null : date(value).addMonths(count * 12)),
    Add: (value, what) => cs.add(value instanceof CsSpan ? value : date(value), what),
    Subtract: (value, what) => cs.sub(value instanceof CsSpan ? value : date(value), what),
    Negate: (value) => cs.neg(value),
    Duration: (value) => (value.ticks < 0n ? new CsSpan(-value.ticks) : value),
    ToUniversalTime: (value) => (cs.none(value) ? null : new CsDate(date(value).ticks, 'Z')),
    ToLocalTime: (value) => (cs.none(value) ? null : new CsDate(date(value).ticks, '')),
    ToShortDateString: (value) => (cs.none(value) ? null : date(value).format('d')),
    ToDateTime: (value, time) =>
      cs.none(value) ? null : new CsDate(date(value).ticks + (time?.ticks ?? 0n)),
    ToUnixTimeMilliseconds: (value) => (cs.none(value) ? null : date(value).date.getTime()),
    ToUnixTimeSeconds: (value) => (cs.none(value) ? null : Math.floor(date(value).date.getTime() / 1000)),
  });
})();
