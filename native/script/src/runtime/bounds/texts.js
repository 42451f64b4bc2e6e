// Texts, patterns and JSON.
(function (tools) {
  'use strict';
  const { checkedLength, isObject, limits, replace, replaceClass, spend } = tools;
  const { apply, construct, getOwnPropertyDescriptor } = Reflect;
  const { isArray } = Array;
  const NativeRegExp = RegExp;
  const sourceOf = getOwnPropertyDescriptor(RegExp.prototype, 'source').get;
  const execute = RegExp.prototype.exec;

  const searched = (text, part) => {
    if (text.length * part.length > limits.search)
      throw new RangeError(
        `A text of ${text.length} characters cannot be searched for one of ${part.length}: that takes too long.`,
      );
    if (text.length > 10_000) spend(text.length);
  };
  for (const name of ['indexOf', 'lastIndexOf', 'includes']) {
    replace(
      String.prototype,
      name,
      (native) =>
        ({
          m(...given) {
            if (typeof this !== 'string' || typeof given[0] !== 'string') {
              if (this === null || this === undefined) return apply(native, this, given);
              // What a script computes is computed once.
              const text = `${this}`;
              if (name === 'includes' && isObject(given[0]) && given[0][Symbol.match])
                return apply(native, text, given);
              given[0] = `${given[0]}`;
              searched(text, given[0]);
              return apply(native, text, given);
            }
            searched(this, given[0]);
            return apply(native, this, given);
          },
        }).m,
    );
  }
  for (const [name, symbol] of [
    ['split', Symbol.split],
    ['replace', Symbol.replace],
    ['replaceAll', Symbol.replace],
  ]) {
    replace(
      String.prototype,
      name,
      (native) =>
        ({
          m(...given) {
            if (this === null || this === undefined) return apply(native, this, given);
            const by = given[0];
            if (isObject(by)) {
              const method = by[symbol];
              if (method !== undefined && method !== null) {
                if (name === 'replaceAll' && by instanceof NativeRegExp) return apply(native, this, given);
                given[0] = this;
                return apply(method, by, given);
              }
            }
            const text = typeof this === 'string' ? this : `${this}`;
            given[0] = by === undefined && name === 'split' ? by : `${by}`;
            if (given[0] !== undefined) searched(text, given[0]);
            return apply(native, text, given);
          },
        }).m,
    );
  }
  // Many combining marks in a row are sorted one by one.
  const marks =
    /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0900-\u0963\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f\ud834-\ud83a]{500}/;
  const normalized = (text) => {
    if (text.length > 100_000 || (text.length > 500 && apply(execute, marks, [text]) !== null))
      throw new RangeError(
        'The text is too long to be normalized, or has too many combining marks in a row.',
      );
  };
  replace(
    String.prototype,
    'normalize',
    (native) =>
      ({
        m(...given) {
          if (this === null || this === undefined) return apply(native, this, given);
          const text = `${this}`;
          normalized(text);
          return apply(native, text, given);
        },
      }).m,
  );
  replace(
    String.prototype,
    'localeCompare',
    (native) =>
      ({
        m(that) {
          if (this === null || this === undefined) return apply(native, this, [that]);
          const text = `${this}`;
          const other = `${that}`;
          normalized(text);
          normalized(other);
          return apply(native, text, [other]);
        },
      }).m,
  );
  replace(
    String,
    'raw',
    () =>
      ({
        m(template, ...given) {
          const { raw } = Object(template);
          const list = Object(raw);
          const length = checkedLength(list);
          let text = '';
          for (let i = 0; i < length; i++) {
            text += `${list[i]}`;
            if (i + 1 < length && i < given.length) text += `${given[i]}`;
          }
          return text;
        },
      }).m,
  );

  // Patterns. Matching one looks at the clock, reading one and going from match to match does not.

  const patternText = (pattern) => {
    if (pattern === undefined) return pattern;
    if (isObject(pattern)) {
      try {
        apply(sourceOf, pattern, []);
        return pattern;
      } catch {
        // Not a pattern: its text counts.
      }
    }
    const text = `${pattern}`;
    if (text.length > limits.pattern)
      throw new RangeError(
        `A pattern of ${text.length} characters is too long; ${limits.pattern} is the most.`,
      );
    return text;
  };
  const MadeRegExp = replaceClass('RegExp', NativeRegExp, (given, target) => {
    const pattern = given[0];
    const flags = given[1];
    if (
      target === undefined &&
      flags === undefined &&
      isObject(pattern) &&
      pattern.constructor === MadeRegExp
    )
      return pattern;
    return construct(NativeRegExp, [patternText(pattern), flags], target ?? MadeRegExp);
  });
  const regExpPrototype = NativeRegExp.prototype;
  replace(
    regExpPrototype,
    'compile',
    (native) =>
      ({
        m(pattern, flags) {
          return apply(native, this, [patternText(pattern), flags]);
        },
      }).m,
  );
  for (const symbol of [Symbol.split, Symbol.match, Symbol.replace, Symbol.matchAll, Symbol.search]) {
    replace(
      regExpPrototype,
      symbol,
      (native) =>
        ({
          m(of, by) {
            const text = typeof of === 'string' ? of : `${of}`;
            if (text.length > limits.matched)
              throw new RangeError(
                `A text of ${text.length} characters is too long to be gone through by a pattern; ${limits.matched} is the most.`,
              );
            if (text.length > 1000) spend(text.length * 50);
            return apply(native, this, [text, by]);
          },
        }).m,
    );
  }

  // JSON: a list of members to keep is looked through for each of its elements.
  replace(
    JSON,
    'stringify',
    (native) =>
      ({
        m(value, members, space) {
          if (!isArray(members)) return apply(native, this, [value, members, space]);
          if (members.length > 1000)
            throw new RangeError(
              `A list of ${members.length} members is too long for JSON.stringify; 1000 is the most.`,
            );
          const copy = [];
          for (let i = 0; i < members.length && i < 1000; i++) {
            const member = members[i];
            copy[i] = isObject(member) ? `${member}` : member;
          }
          return apply(native, this, [value, copy, space]);
        },
      }).m,
  );
});
