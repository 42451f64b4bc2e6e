// Methods of C#'s texts and formats, and those that texts and lists share.
(() => {
  'use strict';
  const cs = globalThis.__cs;
  const { items, none } = cs;
  const grouped = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ',');
  const fixed = (value, digits, thousands) => {
    const text = cs.math.Round(Math.abs(value), digits, 'AwayFromZero').toFixed(digits);
    const [whole, fraction] = text.split('.');
    const sign = value < 0 && Number(text) !== 0 ? '-' : '';
    return sign + (thousands ? grouped(whole) : whole) + (fraction === undefined ? '' : `.${fraction}`);
  };
  // A pattern such as `#,##0.00`.
  const custom = (value, pattern) => {
    const sections = pattern.split(';');
    const section =
      value < 0 && sections.length > 1
        ? sections[1]
        : value === 0 && sections.length > 2
          ? sections[2]
          : sections[0];
    const shape = /[#0][#0,]*(?:\.[#0]*)?/.exec(section);
    if (shape === null) return section;
    const [whole, fraction = ''] = shape[0].split('.');
    const percent = section.includes('%') ? 100 : 1;
    const magnitude = cs.math.Round(Math.abs(value) * percent, fraction.length, 'AwayFromZero');
    let [left, right = ''] = magnitude.toFixed(fraction.length).split('.');
    left = left.padStart(whole.replace(/[^0]/g, '').length, '0');
    if (!whole.includes('0') && left === '0') left = '';
    const least = fraction.lastIndexOf('0') + 1;
    right = right.slice(0, least) + right.slice(least).replace(/0+$/, '');
    const text = (whole.includes(',') ? grouped(left) : left) + (right === '' ? '' : `.${right}`);
    const sign = value < 0 && sections.length === 1 && magnitude !== 0 ? '-' : '';
    return section.slice(0, shape.index) + sign + text + section.slice(shape.index + shape[0].length);
  };
  // A value in a format of `ToString` and of interpolated strings.
  cs.format = (value, given, alignment = 0) => {
    const text = formatted(value, given ?? '');
    return alignment < 0 ? text.padEnd(-alignment) : text.padStart(alignment);
  };
  const formatted = (value, given) => {
    if (none(value) || given === '') return cs.text(value);
    const date = typeof value === 'string' ? cs.Date.of(value) : value;
    if (date instanceof cs.Date || date instanceof cs.Span) return date.format(given);
    if (typeof value !== 'number') return cs.text(value);
    const standard = /^([a-zA-Z])(\d{0,2})$/.exec(given);
    if (standard === null) return custom(value, given);
    const digits = standard[2] === '' ? undefined : Number(standard[2]);
    switch (standard[1].toUpperCase()) {
      case 'C': return `¤${fixed(value, digits ?? 2, true)}`;
      case 'D': return (value < 0 ? '-' : '') + String(Math.abs(value)).padStart(digits ?? 0, '0');
      case 'F': return fixed(value, digits ?? 2, false);
      case 'N': return fixed(value, digits ?? 2, true);
      case 'P': return `${fixed(value * 100, digits ?? 2, true)} %`;
      case 'X': {
        const text = Math.trunc(value).toString(16).padStart(digits ?? 0, '0');
        return standard[1] === 'X' ? text.toUpperCase() : text;
      }
      case 'E': return value.toExponential(digits ?? 6).toUpperCase();
      default: return cs.text(value);
    }
  }; // prettier-ignore

  const text = (value) => (none(value) ? null : cs.text(value));
  const with_ = (value, how) => (none(value) ? null : how(cs.text(value)));
  const escaped = (characters) => [...characters].map((one) => one.replace(/[\\\]^-]/g, '\\$&')).join('');
  const trim = (value, start, end, given) =>
    with_(value, (all) => {
      const set = given.length === 0 ? '\\s' : escaped(given.flat().join(''));
      const from = start ? all.replace(new RegExp(`^[${set}]+`, 'u'), '') : all;
      return end ? from.replace(new RegExp(`[${set}]+$`, 'u'), '') : from;
    });
  const insensitive = (mode) => typeof mode === 'string' && mode.endsWith('IgnoreCase');
  const folded = (value, mode) => (insensitive(mode) ? cs.text(value).toLowerCase() : cs.text(value));
  const compare = (a, b) => (a === b ? 0 : a < b ? -1 : 1);

  Object.assign(cs, {
    CompareTo: (value, other) =>
      none(value) ? null : typeof value === 'string' ? compare(value, other) : cs.order(value, other),
    Concat: (list, more) => [...items(list), ...items(more)],
    Contains: (of, what, mode) =>
      typeof of === 'string'
        ? folded(of, mode).includes(folded(what, mode))
        : items(of).some((one) => cs.eq(one, what)),
    EndsWith: (value, end, mode) => !none(value) && folded(value, mode).endsWith(folded(end, mode)),
    Equals: (a, b, mode) =>
      typeof a === 'string' && typeof b === 'string' ? folded(a, mode) === folded(b, mode) : cs.eq(a, b),
    GetValueOrDefault: (value, other) => value ?? other ?? 0,
    IndexOf: (of, what) =>
      typeof of === 'string' ? of.indexOf(what) : items(of).findIndex((one) => cs.eq(one, what)),
    Insert: (value, at, what) => with_(value, (all) => all.slice(0, at) + what + all.slice(at)),
    LastIndexOf: (of, what) => (typeof of === 'string' ? of.lastIndexOf(what) : items(of).lastIndexOf(what)),
    PadLeft: (value, length, fill) =>
      with_(value, (all) => all.padStart(Math.min(length, 10000), fill ?? ' ')),
    PadRight: (value, length, fill) =>
      with_(value, (all) => all.padEnd(Math.min(length, 10000), fill ?? ' ')),
    Remove: (value, at, count) =>
      with_(value, (all) => all.slice(0, at) + (count === undefined ? '' : all.slice(at + count))),
    Replace: (value, from, to) => with_(value, (all) => all.replaceAll(from, () => to ?? '')),
    Reverse: (of) => [...items(of)].reverse(),
    Split: (value, ...at) =>
      with_(value, (all) => {
        const noEmpty = at.some((one) => typeof one === 'string' && one.includes('RemoveEmptyEntries'));
        const trimmed = at.some((one) => typeof one === 'string' && one.includes('TrimEntries'));
        const options = ['RemoveEmptyEntries', 'TrimEntries', 'None'];
        const separators = at.flat().filter((one) => typeof one === 'string' && !options.includes(one));
        let parts = [all];
        if (separators.length === 0) parts = all.split(/\s/);
        for (const separator of separators) parts = parts.flatMap((part) => part.split(separator));
        if (trimmed) parts = parts.map((part) => part.trim());
        return noEmpty ? parts.filter((part) => part !== '') : parts;
      }) ?? [],
    GetContentAsString: (attachment, encoding) =>
      none(attachment) ? null : attachment.getContentAsString(encoding),
    StartsWith: (value, start, mode) => !none(value) && folded(value, mode).startsWith(folded(start, mode)),
    Substring: (value, from, length) =>
      with_(value, (all) => {
        if (
          from < 0 ||
          from > all.length ||
          (length !== undefined && (length < 0 || from + length > all.length))
        )
          throw new RangeError('Index and length must refer to a location within the string.');
        return all.substring(from, length === undefined ? undefined : from + length);
      }),
    ToCharArray: (value) => [...(text(value) ?? '')],
    ToLower: (value) => with_(value, (all) => all.toLowerCase()),
    ToLowerInvariant: (value) => with_(value, (all) => all.toLowerCase()),
    ToString: (value, given) =>
      none(value)
        ? given === undefined
          ? ''
          : null
        : cs.format(value, typeof given === 'string' ? given : ''),
    ToUpper: (value) => with_(value, (all) => all.toUpperCase()),
    ToUpperInvariant: (value) => with_(value, (all) => all.toUpperCase()),
    Trim: (value, ...given) => trim(value, true, true, given),
    TrimEnd: (value, ...given) => trim(value, false, true, given),
    TrimStart: (value, ...given) => trim(value, true, false, given),
    // Of metadata: `MetadataFor(x).Value<T>("name")`.
    Value: (of, name) => of?.[name] ?? null,
  });
  const joined = (separator, values) =>
    (values.length === 1 && typeof values[0] !== 'string' ? items(values[0]) : values)
      .map(cs.text)
      .join(cs.text(separator));
  cs.string = {
    Compare: (a, b, mode) =>
      compare(
        mode === true ? folded(a, 'IgnoreCase') : folded(a, mode),
        mode === true ? folded(b, 'IgnoreCase') : folded(b, mode),
      ),
    Concat: (...values) => joined('', values),
    Equals: (a, b, mode) => cs.Equals(a, b, mode),
    Format: (pattern, ...values) => {
      const all = values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
      return pattern.replace(
        /\{\{|\}\}|\{(\d+)(?:,(-?\d+))?(?::([^}]*))?\}/g,
        (found, number, alignment, given) =>
          number === undefined ? found[0] : cs.format(all[Number(number)], given, Number(alignment ?? 0)),
      );
    },
    IsNullOrEmpty: (value) => none(value) || value === '',
    IsNullOrWhiteSpace: (value) => none(value) || cs.text(value).trim() === '',
    Join: (separator, ...values) => joined(separator, values),
    New: (character, count) =>
      count === undefined ? items(character).join('') : character.repeat(Math.min(count, 10000)),
  };
  cs.char = {
    IsDigit: (value) => /^\p{Nd}/u.test(value ?? ''),
    IsLetter: (value) => /^\p{L}/u.test(value ?? ''),
    IsLetterOrDigit: (value) => /^[\p{L}\p{Nd}]/u.test(value ?? ''),
    IsLower: (value) => /^\p{Ll}/u.test(value ?? ''),
    IsUpper: (value) => /^\p{Lu}/u.test(value ?? ''),
    IsWhiteSpace: (value) => /^\s/u.test(value ?? ''),
    ToLower: (value) => cs.ToLower(value),
    ToUpper: (value) => cs.ToUpper(value),
  };
  const expression = (pattern, mode, flags) =>
    new RegExp(pattern, flags + (mode === 'IgnoreCase' ? 'i' : ''));
  cs.regex = {
    Escape: (value) => cs.text(value).replace(/[\\*+?|{[()^$.#\s]/g, '\\$&'),
    IsMatch: (value, pattern, mode) => expression(pattern, mode, '').test(cs.text(value)),
    Match: (value, pattern, mode) => {
      const found = expression(pattern, mode, '').exec(cs.text(value));
      const Groups = (found ?? []).map((one) => ({ Value: one ?? '', Success: one !== undefined }));
      return { Success: found !== null, Value: found?.[0] ?? '', Index: found?.index ?? 0, Groups };
    },
    Replace: (value, pattern, to, mode) => cs.text(value).replace(expression(pattern, mode, 'g'), to),
    Split: (value, pattern) => cs.text(value).split(expression(pattern, undefined, '')),
  };
  // Of null these methods are null, as those of a member that a document does not have.
  for (const name of [
    'All',
    'Any',
    'Contains',
    'ContainsKey',
    'EndsWith',
    'StartsWith',
    'Sum',
    'Where',
    'Distinct',
    'Skip',
    'Take',
    'Concat',
    'ToArray',
    'ToList',
    'OrderBy',
    'OrderByDescending',
    'Reverse',
    'IndexOf',
    'LastIndexOf',
    'Split',
  ]) {
    const method = cs[name];
    cs[name] = (of, ...given) => (none(of) ? null : method(of, ...given));
  }

  // Options of `CreateField`: `CreateFieldOptions`, or whether it is stored and analysed.
  cs.fieldOptions = (first, analyzed) => {
    if (typeof first === 'boolean')
      return { Storage: first, Indexing: analyzed === false ? 'Exact' : 'Search' };
    return none(first) ? {} : { ...first, Storage: first.Storage === 'Yes' };
  };
})();
