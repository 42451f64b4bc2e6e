// Methods of arrays.
(function (tools) {
  'use strict';
  const { checkedLength, counted, limits, replace, spend, toLength, tooLong } = tools;
  const { apply, defineProperty, deleteProperty, get, getOwnPropertyDescriptor, getPrototypeOf, has, set } =
    Reflect;
  const { isArray } = Array;
  const { min } = Math;
  const arrayPrototype = Array.prototype;
  const objectPrototype = Object.prototype;
  const NativeProxy = Proxy;
  const spreadable = Symbol.isConcatSpreadable;

  // A list whose length never differs from `length` and whose every step calls back into JavaScript. A step counts as much
  // time as a look-up along a long chain of prototypes.
  const guarded = (object, length) =>
    new NativeProxy(object, {
      __proto__: null,
      get(target, key) {
        if (key === 'length') return length;
        spend(20_000);
        return get(target, key, target);
      },
      has(target, key) {
        spend(20_000);
        return has(target, key);
      },
      set(target, key, value) {
        spend(20_000);
        return set(target, key, value, target);
      },
      deleteProperty: (target, key) => deleteProperty(target, key),
      defineProperty: (target, key, descriptor) => defineProperty(target, key, descriptor),
      getOwnPropertyDescriptor: (target, key) => getOwnPropertyDescriptor(target, key),
    });
  // Elements an array lacks are looked for along its prototypes: those of an ordinary array are two.
  const isOrdinary = (list) =>
    list.length <= 16 ||
    (getPrototypeOf(list) === arrayPrototype && getPrototypeOf(arrayPrototype) === objectPrototype);
  // Calls an array method with a receiver it cannot walk for ever.
  const walk = (native, self, given) => {
    if (self === null || self === undefined) return apply(native, self, given);
    if (isArray(self)) {
      if (self.length > limits.array) throw tooLong(self.length);
      if (isOrdinary(self)) {
        if (self.length > 1000) spend(self.length);
        return apply(native, self, given);
      }
    }
    const object = Object(self);
    const length = toLength(object.length);
    if (length > limits.array) throw tooLong(length);
    const guard = guarded(object, length);
    const result = apply(native, guard, given);
    return result === guard ? object : result;
  };
  // The same where the first argument is called for each element.
  const walkCalling = (native, self, given) => {
    if (isArray(self) && self.length > 1000) given[0] = counted(given[0]);
    return walk(native, self, given);
  };
  // QuickJS frees an element twice when it interrupts one of these natives between two elements.
  const finders = [
    { name: 'find', fromEnd: false, ofIndex: false },
    { name: 'findIndex', fromEnd: false, ofIndex: true },
    { name: 'findLast', fromEnd: true, ofIndex: false },
    { name: 'findLastIndex', fromEnd: true, ofIndex: true },
  ];
  for (const { name, fromEnd, ofIndex } of finders) {
    replace(
      arrayPrototype,
      name,
      () =>
        ({
          m(callback, self) {
            if (this === null || this === undefined) throw new TypeError('not an object');
            const list = Object(this);
            const length = checkedLength(list);
            if (typeof callback !== 'function') throw new TypeError('not a function');
            const isSlow = !isArray(list) || !isOrdinary(list);
            for (let step = 0; step < length; step++) {
              if (isSlow) spend(20_000);
              const at = fromEnd ? length - 1 - step : step;
              const value = list[at];
              if (apply(callback, self, [value, at, list])) return ofIndex ? at : value;
            }
            return ofIndex ? -1 : undefined;
          },
        }).m,
    );
  }
  const withCallback = ['map', 'filter', 'forEach', 'some', 'every'];
  for (const name of withCallback) {
    replace(
      arrayPrototype,
      name,
      (native) =>
        ({
          m(callback, self) {
            // What most scripts do, without a detour.
            if (isArray(this) && this.length <= 16) return apply(native, this, [callback, self]);
            return walkCalling(native, this, [callback, self]);
          },
        }).m,
    );
  }
  for (const name of ['reduce', 'reduceRight']) {
    replace(
      arrayPrototype,
      name,
      (native) =>
        ({
          m(...given) {
            return walkCalling(native, this, given);
          },
        }).m,
    );
  }
  for (const name of [
    'indexOf',
    'lastIndexOf',
    'includes',
    'fill',
    'join',
    'toLocaleString',
    'reverse',
    'toReversed',
    'slice',
    'splice',
    'toSpliced',
    'copyWithin',
    'with',
    'shift',
    'unshift',
  ]) {
    replace(
      arrayPrototype,
      name,
      (native) =>
        ({
          m(...given) {
            return walk(native, this, given);
          },
        }).m,
    );
  }

  const flatten = (list, depth, to) => {
    const length = checkedLength(list);
    for (let i = 0; i < length; i++) {
      if (!(i in list)) continue;
      const one = list[i];
      if (depth > 0 && isArray(one)) flatten(one, depth - 1, to);
      else to[to.length] = one;
    }
    return to;
  };
  replace(
    arrayPrototype,
    'flat',
    () =>
      ({
        m(depth = 1) {
          if (this === null || this === undefined) throw new TypeError('flat needs an array.');
          return flatten(Object(this), toLength(depth), []);
        },
      }).m,
  );
  const map = arrayPrototype.map;
  replace(
    arrayPrototype,
    'flatMap',
    () =>
      ({
        m(callback, self) {
          return flatten(apply(map, this, [callback, self]), 1, []);
        },
      }).m,
  );
  replace(
    arrayPrototype,
    'concat',
    () =>
      ({
        m(...given) {
          if (this === null || this === undefined) throw new TypeError('concat needs an array.');
          const joined = [];
          let end = 0;
          for (let n = -1; n < given.length; n++) {
            const one = n < 0 ? Object(this) : given[n];
            const is = one !== null && typeof one === 'object' ? one[spreadable] : false;
            if (is === undefined ? isArray(one) : is) {
              const length = checkedLength(one);
              for (let i = 0; i < length; i++) if (i in one) joined[end + i] = one[i];
              end += length;
              if (end > limits.array) throw tooLong(end);
            } else joined[end++] = one;
          }
          joined.length = end;
          return joined;
        },
      }).m,
  );

  // Without a function the engine compares texts, all of them in one go: only where they are short and few.
  const byText = (a, b) => {
    const one = `${a}`;
    const other = `${b}`;
    spend(min(one.length, other.length));
    return one < other ? -1 : one > other ? 1 : 0;
  };
  const areShort = (list, copy) => {
    for (let i = 0; i < list.length; i++) {
      if (!(i in list)) return false;
      const one = list[i];
      const kind = typeof one;
      if (!(kind === 'number' || kind === 'boolean' || (kind === 'string' && one.length <= 100)))
        return false;
      copy[i] = one;
    }
    return true;
  };
  const sort = arrayPrototype.sort;
  replace(
    arrayPrototype,
    'sort',
    () =>
      ({
        m(compare) {
          if (compare !== undefined) return walkCalling(sort, this, [compare]);
          const copy = [];
          if (isArray(this) && this.length <= 50_000 && areShort(this, copy)) {
            apply(sort, copy, []);
            for (let i = 0; i < copy.length; i++) this[i] = copy[i];
            return this;
          }
          return walk(sort, this, [byText]);
        },
      }).m,
  );
  replace(
    arrayPrototype,
    'toSorted',
    (native) =>
      ({
        m(compare) {
          if (compare !== undefined) return walkCalling(native, this, [compare]);
          const copy = [];
          if (isArray(this) && this.length <= 50_000 && areShort(this, copy)) return apply(sort, copy, []);
          return walk(native, this, [byText]);
        },
      }).m,
  );
});
