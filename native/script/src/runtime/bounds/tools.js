// What lists.js, iterators.js and texts.js share. They replace built-in functions that could run without end by ones that
// cannot, and are evaluated before everything else.
//
// The engine polls the clock between a script's own steps, not inside a built-in. A built-in that walks a list is safe when
// the list's length is known to be small and cannot change before it is read again, or when each step of the walk calls
// back into JavaScript. Nothing here may rely on what a script can replace: only on the names taken at the top.
// `host.checkTime` throws when the run's time is over.
(function (host, limits) {
  'use strict';
  const { apply, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
  const { trunc } = Math;

  // Puts `make(native)` in the place of a built-in function, with its name and length.
  const replace = (owner, key, make) => {
    const { value: native, ...rest } = getOwnPropertyDescriptor(owner, key);
    const value = make(native);
    for (const member of ['name', 'length'])
      defineProperty(value, member, { ...getOwnPropertyDescriptor(native, member) });
    defineProperty(owner, key, { ...rest, value });
    return value;
  };

  const tooLong = (length) =>
    new RangeError(`An array of ${length} elements is too long; ${limits.array} is the most.`);
  const toLength = (value) => {
    const length = trunc(+value);
    return length > 0 ? length : 0;
  };
  // Work inside built-ins counts as time: `amount` is roughly in bytes or steps.
  let spent = 0;
  const spend = (amount) => {
    spent += amount;
    if (spent > 4_000_000) {
      spent = 0;
      host.checkTime();
    }
  };

  // A function that is called many times by a built-in: the engine polls the clock once in ten thousand calls, which is
  // too seldom where each of them is long.
  const counted = (callback) =>
    typeof callback === 'function'
      ? function (...given) {
          spend(4000);
          return apply(callback, this, given);
        }
      : callback;
  // The length of a list whose elements are read one by one.
  const checkedLength = (list) => {
    const length = toLength(list.length);
    if (length > limits.array) throw tooLong(length);
    return length;
  };

  // Puts a class in the place of a built-in one. `instance` makes an instance of the arguments and the class that is made.
  const replaceClass = (name, native, instance) => {
    const make = {
      [name]: function (...given) {
        return instance(given, new.target);
      },
    }[name];
    for (const key of ownKeys(native)) defineProperty(make, key, getOwnPropertyDescriptor(native, key));
    defineProperty(native.prototype, 'constructor', {
      ...getOwnPropertyDescriptor(native.prototype, 'constructor'),
      value: make,
    });
    defineProperty(globalThis, name, { ...getOwnPropertyDescriptor(globalThis, name), value: make });
    return make;
  };
  const isObject = (value) => value !== null && (typeof value === 'object' || typeof value === 'function');

  return { checkedLength, counted, isObject, limits, replace, replaceClass, spend, toLength, tooLong };
});
