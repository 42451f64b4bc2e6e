// Operators and members of C# values, for definitions that were translated from C#. As on a server, null on the left
// gives null and null on the right is zero.
globalThis.__cs = {};
(() => {
  'use strict';
  const cs = globalThis.__cs;
  const none = (value) => value === null || value === undefined;
  const isNumber = (value) => typeof value === 'number';
  cs.none = none;

  // The elements of a list, a group, or the entries of a dictionary.
  cs.items = (list) => {
    if (none(list)) return [];
    if (Array.isArray(list)) return list;
    if (typeof list === 'string') return [...list];
    if (typeof list !== 'object') return [];
    if (Array.isArray(list.values) && 'key' in list) return list.values;
    if (Array.isArray(list.$values)) return list.$values;
    return Object.entries(list).map(([Key, Value]) => ({ Key, Value }));
  };

  // Both sides as dates or both as spans, where one is.
  const alike = (a, b) => {
    if (a instanceof cs.Date && typeof b === 'string') return [a, cs.Date.of(b) ?? b];
    if (b instanceof cs.Date && typeof a === 'string') return [cs.Date.of(a) ?? a, b];
    if (a instanceof cs.Span && typeof b === 'string') return [a, cs.Span.of(b) ?? b];
    if (b instanceof cs.Span && typeof a === 'string') return [cs.Span.of(a) ?? a, b];
    return [a, b];
  };
  const ticked = (value) => value instanceof cs.Date || value instanceof cs.Span;

  // Less than, equal or greater as a number; NaN where the values cannot be compared.
  cs.compare = (left, right) => {
    if (none(left) || none(right)) return NaN;
    const [a, b] = alike(left, right);
    if (ticked(a) && ticked(b)) return a.ticks < b.ticks ? -1 : a.ticks > b.ticks ? 1 : 0;
    if (typeof a !== typeof b && (typeof a === 'object' || typeof b === 'object')) return NaN;
    return a < b ? -1 : a > b ? 1 : a === b ? 0 : NaN;
  };
  cs.lt = (a, b) => cs.compare(a, b) < 0;
  cs.le = (a, b) => cs.compare(a, b) <= 0;
  cs.gt = (a, b) => cs.compare(a, b) > 0;
  cs.ge = (a, b) => cs.compare(a, b) >= 0;
  cs.eq = (left, right) => {
    if (none(left) || none(right)) return none(left) && none(right);
    const [a, b] = alike(left, right);
    if (ticked(a) && ticked(b)) return a.ticks === b.ticks;
    if (typeof a === 'object' && typeof b === 'object') return cs.key(a) === cs.key(b);
    return a === b;
  };
  // A text that is equal for equal values.
  cs.key = (value) => {
    if (none(value)) return 'null';
    if (ticked(value)) return `${value instanceof cs.Date ? 'd' : 's'}${value.ticks}`;
    return JSON.stringify(cs.plain(value));
  };
  // The order of `OrderBy`: null is least.
  cs.order = (a, b) => {
    if (none(a) || none(b)) return none(a) ? (none(b) ? 0 : -1) : 1;
    const by = cs.compare(a, b);
    return Number.isNaN(by) ? 0 : by;
  };

  const sum = (a, b) => {
    if (typeof a === 'string' || typeof b === 'string') {
      if (a instanceof cs.Span && typeof b === 'string' && cs.Date.of(b)) return cs.Date.of(b).plus(a);
      if (b instanceof cs.Span && typeof a === 'string' && cs.Date.of(a)) return cs.Date.of(a).plus(b);
      return cs.text(a) + cs.text(b);
    }
    if (none(a)) return null;
    if (none(b)) return typeof a === 'number' ? a : null;
    if (a instanceof cs.Date && b instanceof cs.Span) return a.plus(b);
    if (a instanceof cs.Span && b instanceof cs.Span) return new cs.Span(a.ticks + b.ticks);
    return a + b;
  };
  cs.add = (...values) => values.reduce(sum);
  cs.addAll = (values) => values.reduce(sum);
  cs.sub = (left, right) => {
    if (none(left)) return null;
    if (none(right)) return typeof left === 'number' ? left : null;
    let [a, b] = alike(left, right);
    if (typeof a === 'string') a = cs.Date.of(a) ?? a;
    if (typeof b === 'string') b = cs.Date.of(b) ?? b;
    if (a instanceof cs.Date && b instanceof cs.Date) return new cs.Span(a.ticks - b.ticks);
    if (a instanceof cs.Date && b instanceof cs.Span) return a.plus(new cs.Span(-b.ticks));
    if (a instanceof cs.Span && b instanceof cs.Span) return new cs.Span(a.ticks - b.ticks);
    return a - b;
  };
  const product = (a, b) => {
    if (none(a)) return null;
    if (none(b)) return typeof a === 'number' ? 0 : null;
    if (a instanceof cs.Span) return cs.Span.ofNumber(Number(a.ticks) * b);
    if (b instanceof cs.Span) return cs.Span.ofNumber(Number(b.ticks) * a);
    return a * b;
  };
  cs.mul = (...values) => values.reduce(product);
  cs.mulAll = (values) => values.reduce(product);
  const whole = (a, b) => Number.isInteger(a) && Number.isInteger(b);
  const zero = () => {
    throw new RangeError('Attempted to divide by zero.');
  };
  // Of whole numbers the whole part, as of C#'s integers.
  cs.div = (a, b) => {
    if (none(a)) return null;
    if (none(b)) return zero();
    if (a instanceof cs.Span) return cs.divide(a, b);
    if (!whole(a, b)) return a / b;
    return b === 0 ? zero() : Math.trunc(a / b);
  };
  cs.divide = (a, b) => {
    if (none(a) || none(b)) return null;
    if (a instanceof cs.Span)
      return b instanceof cs.Span ? Number(a.ticks) / Number(b.ticks) : cs.Span.ofNumber(Number(a.ticks) / b);
    return a / b;
  };
  cs.mod = (a, b) => {
    if (none(a)) return null;
    if (none(b)) return zero();
    return whole(a, b) && b === 0 ? zero() : a % b;
  };
  const bits = (a, b, booleans, numbers) => {
    if (typeof a === 'boolean' && typeof b === 'boolean') return booleans(a, b);
    if (none(a) || none(b)) return null;
    return Number(numbers(BigInt(Math.trunc(a)), BigInt(Math.trunc(b))));
  };
  cs.and = (a, b) => bits(a, b, (x, y) => x && y, (x, y) => x & y); // prettier-ignore
  cs.or = (a, b) => bits(a, b, (x, y) => x || y, (x, y) => x | y); // prettier-ignore
  cs.xor = (a, b) => bits(a, b, (x, y) => x !== y, (x, y) => x ^ y); // prettier-ignore
  cs.not = (a) => (none(a) ? null : Number(~BigInt(Math.trunc(a))));
  cs.neg = (a) => {
    if (none(a)) return null;
    return a instanceof cs.Span ? new cs.Span(-a.ticks) : -a;
  };

  // `ToString()`, and a value inside a text.
  cs.text = (value) => {
    if (none(value)) return '';
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    if (ticked(value)) return value.format('');
    if (value instanceof cs.Builder) return value.toString();
    if (typeof value === 'object') return JSON.stringify(cs.plain(value));
    return String(value);
  };

  // Dates and spans inside a value as texts.
  cs.plain = (value) => {
    if (ticked(value)) return value.json();
    if (typeof value === 'bigint') return Number(value);
    if (Array.isArray(value)) return value.map(cs.plain);
    if (value === null || typeof value !== 'object') return value;
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return value;
    if (Array.isArray(value.values) && 'key' in value && Object.keys(value).length === 2)
      return value.values.map(cs.plain);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cs.plain(one)]));
  };

  // A member that some values compute: the length of a text or list, the year of a date.
  cs.get = (of, name) => {
    if (none(of)) return name === 'HasValue' ? false : null;
    if (ticked(of)) return of.member(name);
    if (typeof of === 'object' && !Array.isArray(of)) {
      if (Object.hasOwn(of, name)) return of[name];
      if (name === 'Id') return of['@metadata']?.['@id'] ?? null;
      if (name === 'Key') return of.key ?? null;
      if (name === 'Value') return of;
      if (name === 'HasValue') return true;
      return name === 'Count' && Array.isArray(of.values) ? of.values.length : null;
    }
    if (name === 'HasValue') return true;
    if (name === 'Value') return of;
    if (name === 'Count' || name === 'Length')
      return typeof of === 'string' || Array.isArray(of) ? of.length : null;
    if (typeof of !== 'string') return null;
    return (cs.Date.of(of) ?? cs.Span.of(of))?.member(name) ?? null;
  };
  cs.at = (of, index) => {
    if (none(of)) return null;
    if (Array.isArray(of) || typeof of === 'string') {
      if (!isNumber(index)) return null;
      if (index < 0 || index >= of.length) throw new RangeError('The index was out of range.');
      return of[index];
    }
    return of[cs.text(index)] ?? null;
  };

  const round = (value) => {
    const even = Math.round(value);
    return Math.abs(value % 1) === 0.5 && even % 2 !== 0 ? even - 1 : even;
  };
  const number = (value) => {
    if (none(value)) return null;
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (typeof value !== 'string') return Number(value);
    const read = value.trim() === '' ? NaN : Number(value.trim().replace(/,/g, ''));
    if (Number.isNaN(read)) throw new TypeError(`'${value}' is not a number.`);
    return read;
  };
  // What null becomes by a cast to a type that has none.
  const DEFAULTS = {
    int: () => 0,
    real: () => NaN,
    decimal: () => 0,
    bool: () => false,
    date: () => cs.date.MinValue,
    dateOnly: () => cs.dateOnly.FromDateTime(cs.date.MinValue),
    span: () => cs.span.Zero,
  };
  cs.cast = (value, type, nullable) => {
    if (none(value)) return nullable || !Object.hasOwn(DEFAULTS, type) ? null : DEFAULTS[type]();
    switch (type) {
      case 'int':
        return typeof value === 'string' && value.length === 1
          ? value.charCodeAt(0)
          : Math.trunc(number(value));
      case 'real':
      case 'decimal':
        return number(value);
      case 'bool':
        return Boolean(value);
      case 'text':
        return cs.text(value);
      case 'char':
        return isNumber(value) ? String.fromCharCode(value) : value;
      case 'date':
        return typeof value === 'string' ? cs.date.Parse(value) : value;
      case 'dateOnly':
        return typeof value === 'string' ? cs.dateOnly.Parse(value) : value;
      case 'timeOnly':
        return typeof value === 'string' ? cs.timeOnly.Parse(value) : value;
      default:
        return typeof value === 'string' ? cs.span.Parse(value) : value;
    }
  };
  cs.is = (value, type) => {
    if (none(value)) return false;
    switch (type) {
      case 'int':
        return Number.isInteger(value);
      case 'real':
        return isNumber(value);
      case 'text':
        return typeof value === 'string';
      case 'bool':
        return typeof value === 'boolean';
      case 'date':
        return value instanceof cs.Date || (typeof value === 'string' && cs.Date.of(value) !== null);
      case 'list':
        return Array.isArray(value);
      default:
        return typeof value === 'object';
    }
  };

  // The factor of `Boost`.
  cs.factor = (value) => {
    if (none(value)) throw new TypeError('Boost(factor): the factor is null.');
    return number(value);
  };

  cs.convert = {
    ToInt32: (value) => (none(value) ? 0 : round(number(value))),
    ToDouble: (value) => (none(value) ? 0 : number(value)),
    ToBoolean: (value) =>
      typeof value === 'string' ? value.trim().toLowerCase() === 'true' : Boolean(value),
    ToString: (value) => cs.text(value),
    ToDateTime: (value) => (none(value) ? cs.date.MinValue : cs.cast(value, 'date')),
    ParseInt: (value) => {
      const read = number(value);
      if (!Number.isInteger(read)) throw new TypeError(`'${value}' is not a whole number.`);
      return read;
    },
    ParseReal: (value) => number(value),
    ParseBool: (value) => {
      const read = cs.text(value).trim().toLowerCase();
      if (read !== 'true' && read !== 'false') throw new TypeError(`'${value}' is not a truth value.`);
      return read === 'true';
    },
  };

  cs.math = {
    Abs: (a) => (none(a) ? null : Math.abs(a)),
    Ceiling: (a) => (none(a) ? null : Math.ceil(a)),
    Floor: (a) => (none(a) ? null : Math.floor(a)),
    Truncate: (a) => (none(a) ? null : Math.trunc(a)),
    Round: (a, digits, mode) => {
      if (none(a)) return null;
      if (typeof digits === 'string') [digits, mode] = [0, digits];
      // Moves the decimal point in the text, so that 1.005 is not taken for less.
      const moved = Number(`${a}e${digits ?? 0}`);
      const scaled = Number.isNaN(moved) ? a * 10 ** (digits ?? 0) : moved;
      const rounded =
        mode === 'AwayFromZero' ? Math.sign(scaled) * Math.round(Math.abs(scaled)) : round(scaled);
      const back = Number(`${rounded}e${-(digits ?? 0)}`);
      return Number.isNaN(back) ? rounded / 10 ** (digits ?? 0) : back;
    },
    Max: (a, b) => (none(a) || none(b) ? null : Math.max(a, b)),
    Min: (a, b) => (none(a) || none(b) ? null : Math.min(a, b)),
    Pow: (a, b) => (none(a) || none(b) ? null : a ** b),
    Sqrt: (a) => (none(a) ? null : Math.sqrt(a)),
    Sign: (a) => (none(a) ? null : Math.sign(a)),
    Log: (a, base) => (none(a) ? null : none(base) ? Math.log(a) : Math.log(a) / Math.log(base)),
    Log10: (a) => (none(a) ? null : Math.log10(a)),
    Exp: (a) => (none(a) ? null : Math.exp(a)),
    Sin: (a) => (none(a) ? null : Math.sin(a)),
    Cos: (a) => (none(a) ? null : Math.cos(a)),
    Tan: (a) => (none(a) ? null : Math.tan(a)),
  };
})();
