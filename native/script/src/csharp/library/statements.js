// What statements of functions need: lists and dictionaries that change, texts that are built, characters as numbers.
(() => {
  'use strict';
  const cs = globalThis.__cs;
  const { items, none } = cs;
  const keys = Symbol('keys');
  const isObject = (value) => value !== null && typeof value === 'object';

  cs.code = (value) => (none(value) ? null : value.charCodeAt(0));
  cs.imul = (...values) => values.reduce((a, b) => Math.imul(a, b));
  cs.imulAll = (values) => values.reduce((a, b) => Math.imul(a, b));
  cs.each = (list) => items(list);
  cs.fail = (type, message) => {
    throw new Error(none(message) ? type : `${type}: ${cs.text(message)}`);
  };
  const frozen = (value) => {
    if (!isObject(value) || Object.isFrozen(value)) return value;
    Object.freeze(value);
    Object.values(value).forEach(frozen);
    return value;
  };
  // The value of a field: computed when it is read first, and not changed by what runs later.
  cs.once = (make) => {
    let made;
    let known = false;
    return () => {
      if (!known) {
        made = frozen(make());
        known = true;
      }
      return made;
    };
  };
  const names = { text: 'string', bool: 'bool', date: 'DateTime', list: 'IEnumerable' };
  const ARGUMENTS = {
    text: (value) => {
      if (typeof value === 'string') return value;
      return typeof value === 'number' && !Number.isInteger(value) ? String(value) : undefined;
    },
    bool: (value) => (typeof value === 'boolean' ? value : undefined),
    date: (value) => (value instanceof cs.Date ? value : (cs.Date.of(value) ?? undefined)),
    list: (value) => (isObject(value) || typeof value === 'string' ? value : undefined),
  };
  // A value of a document for a parameter of this type.
  cs.argument = (value, type) => {
    if (none(value) && (type === 'text' || type === 'list')) return null;
    const fits = none(value) ? undefined : ARGUMENTS[type](value);
    if (fits === undefined)
      throw new TypeError(`A parameter of type ${names[type]} cannot be ${JSON.stringify(value ?? null)}.`);
    return fits;
  };
  const PARSED = { Int: () => 0, Real: () => 0, Bool: () => false, Date: () => cs.date.MinValue };
  cs.tryParse = (text, parse, type, set) => {
    try {
      set(none(text) || cs.text(text).trim() === '' ? PARSED[type]() : parse(text));
      return !none(text) && cs.text(text).trim() !== '';
    } catch {
      set(PARSED[type]());
      return false;
    }
  };

  const own = (of, key) => isObject(of) && Object.hasOwn(of, cs.text(key));
  const put = (of, key, value) =>
    Object.defineProperty(of, cs.text(key), { value, writable: true, enumerable: true, configurable: true });
  cs.entry = (of, key) => {
    if (none(of)) return null;
    if (own(of, key)) return of[cs.text(key)];
    throw new RangeError(`The given key '${cs.text(key)}' was not present in the dictionary.`);
  };
  cs.dictionary = {
    Count: (of) => Object.keys(of).length,
    Keys: (of) => Object.keys(of),
    Values: (of) => Object.values(of),
    TryGet: (of, key, set) => {
      const found = own(of, key);
      set(found ? of[cs.text(key)] : null);
      return found;
    },
  };
  cs.ContainsKey = (of, key) => (none(of) ? null : own(of, key));

  // A text that is built from parts.
  cs.Builder = class {
    #text;
    constructor(text) {
      this.#text = typeof text === 'string' ? text : '';
    }
    set(text) {
      this.#text = text;
      return this;
    }
    size() {
      return this.#text.length;
    }
    toString() {
      return this.#text;
    }
  };
  cs.builder = { New: (text) => new cs.Builder(text) };
  const isBuilder = (of) => of instanceof cs.Builder;
  const built = (of, how) => of.set(how(of.toString()));

  const set = (list) => {
    list[keys] = new Set(list.map(cs.key));
    return list;
  };
  const distinct = cs.ToHashSet;
  cs.ToHashSet = (list, ...given) => set(distinct(list, ...given));
  const wrong = (what) => {
    throw new TypeError(
      `'${what}' is not possible here: the value is no list, dictionary or text that is built.`,
    );
  };
  const list = (of, what) => (Array.isArray(of) ? of : wrong(what));
  const inside = (of, at, most) => {
    if (!Number.isInteger(at) || at < 0 || at > most) throw new RangeError('The index was out of range.');
    return at;
  };
  const added = (of, one) => {
    if (of[keys] === undefined) return of.push(one);
    const key = cs.key(one);
    if (of[keys].has(key)) return false;
    of.push(one);
    of[keys].add(key);
    return true;
  };
  const removed = (of, fits) => {
    const kept = of.filter((one) => !fits(one));
    const count = of.length - kept.length;
    of.splice(0, of.length, ...kept);
    if (of[keys] !== undefined) set(of);
    return count;
  };
  const change = {
    Add: (of, first, value) => {
      if (Array.isArray(of)) return added(of, first);
      if (!isObject(of) || isBuilder(of)) return wrong('Add');
      if (own(of, first))
        throw new RangeError(`An item with the same key has already been added. Key: ${cs.text(first)}`);
      return put(of, first, value);
    },
    AddRange: (of, more) => items(more).forEach((one) => list(of, 'AddRange').push(one)),
    Append: (of, value, count = 1) =>
      isBuilder(of) ? built(of, (text) => text + cs.text(value).repeat(count)) : wrong('Append'),
    AppendFormat: (of, ...given) => built(of, (text) => text + cs.string.Format(...given)),
    AppendLine: (of, value) => built(of, (text) => `${text}${cs.text(value)}\n`),
    Clear: (of) => {
      if (isBuilder(of)) return of.set('');
      if (Array.isArray(of)) return removed(of, () => true);
      for (const key of Object.keys(of)) delete of[key];
    },
    Insert: (of, at, value) =>
      isBuilder(of)
        ? built(of, (text) => text.slice(0, inside(of, at, text.length)) + cs.text(value) + text.slice(at))
        : list(of, 'Insert').splice(inside(of, at, of.length), 0, value),
    Put: (of, key, value) => {
      if (Array.isArray(of)) of[inside(of, key, of.length - 1)] = value;
      else if (isObject(of) && !isBuilder(of)) put(of, key, value);
      else wrong('[…] =');
    },
    Remove: (of, first, count) => {
      if (isBuilder(of)) return built(of, (text) => text.slice(0, first) + text.slice(first + count));
      if (!Array.isArray(of)) return own(of, first) && delete of[cs.text(first)];
      const at = of.findIndex((one) => cs.eq(one, first));
      if (at < 0) return false;
      of.splice(at, 1);
      of[keys]?.delete(cs.key(first));
      return true;
    },
    RemoveAll: (of, fits) => removed(list(of, 'RemoveAll'), fits),
    RemoveAt: (of, at) => list(of, 'RemoveAt').splice(inside(of, at, of.length - 1), 1),
    Replace: (of, from, to) => built(of, (text) => text.replaceAll(from, () => to ?? '')),
    Reverse: (of) => list(of, 'Reverse').reverse(),
    Sort: (of, how) => list(of, 'Sort').sort(how ?? cs.order),
    TryAdd: (of, key, value) => {
      if (own(of, key)) return false;
      put(of, key, value);
      return true;
    },
    UnionWith: (of, more) => items(more).forEach((one) => added(list(of, 'UnionWith'), one)),
    Update: (of, key, how) =>
      change.Put(of, key, how(Array.isArray(of) ? cs.at(of, key) : cs.entry(of, key))),
  };
  cs.change = change;
  // A list that can be changed is no longer the one that it was made of.
  const copied = cs.ToList;
  cs.ToList = (of) => copied(of)?.slice() ?? null;
  const copiedArray = cs.ToArray;
  cs.ToArray = (of) => copiedArray(of)?.slice() ?? null;
})();
