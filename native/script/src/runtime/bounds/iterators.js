// Iterators and what takes them. Those of the engine are stepped through by it without a look at the clock; here each step is
// a call.
(function (tools) {
  'use strict';
  const { counted, isObject, replace, replaceClass } = tools;
  const { apply, construct, defineProperty } = Reflect;
  const { hasOwn } = Object;
  const { isArray } = Array;
  const NativeSet = Set;
  const iteratorSymbol = Symbol.iterator;

  const polled = (iterator) => {
    const { next } = iterator;
    return {
      __proto__: null,
      next: (...given) => apply(next, iterator, given),
      return() {
        const end = iterator.return;
        return end === undefined || end === null ? {} : apply(end, iterator, []);
      },
      [iteratorSymbol]() {
        return this;
      },
    };
  };
  const iteratorPrototype = Iterator.prototype;
  for (const name of [
    'chunks',
    'drop',
    'filter',
    'flatMap',
    'map',
    'take',
    'windows',
    'every',
    'find',
    'forEach',
    'some',
    'includes',
    'join',
    'reduce',
    'toArray',
  ]) {
    if (!hasOwn(iteratorPrototype, name)) continue;
    replace(
      iteratorPrototype,
      name,
      (native) =>
        ({
          m(...given) {
            return apply(native, isObject(this) ? polled(this) : this, given);
          },
        }).m,
    );
  }
  const polledList = (list) =>
    list === null || list === undefined
      ? list
      : { __proto__: null, [iteratorSymbol]: () => polled(apply(list[iteratorSymbol], list, [])) };
  replace(
    Array,
    'from',
    (native) =>
      ({
        m(of, callback, self) {
          const isIterable = isObject(of) && !isArray(of) && isObject(of[iteratorSymbol]);
          return apply(native, this, [isIterable ? polledList(of) : of, counted(callback), self]);
        },
      }).m,
  );
  for (const name of ['all', 'allSettled', 'any', 'race']) {
    replace(
      Promise,
      name,
      (native) =>
        ({
          m(list) {
            return apply(native, this, [isObject(list) ? polledList(list) : list]);
          },
        }).m,
    );
  }
  const NativeAggregateError = AggregateError;
  const MadeAggregateError = replaceClass('AggregateError', NativeAggregateError, (given, target) => {
    const made = construct(NativeAggregateError, [[], given[1], given[2]], target ?? MadeAggregateError);
    const errors = [];
    const iterator = polled(apply(given[0][iteratorSymbol], given[0], []));
    for (let one = iterator.next(); !one.done; one = iterator.next()) errors[errors.length] = one.value;
    defineProperty(made, 'errors', { value: errors });
    return made;
  });
  // A set takes the same element for ever without growing.
  replaceClass('Set', NativeSet, (given, target) => {
    if (target === undefined) return NativeSet();
    return construct(NativeSet, [polledList(given[0])], target);
  });
  for (const name of [
    'union',
    'intersection',
    'difference',
    'symmetricDifference',
    'isSubsetOf',
    'isSupersetOf',
    'isDisjointFrom',
  ]) {
    if (!hasOwn(NativeSet.prototype, name)) continue;
    replace(
      NativeSet.prototype,
      name,
      (native) =>
        ({
          m(other) {
            if (!isObject(other)) return apply(native, this, [other]);
            const { size, has: contains, keys } = other;
            const like = {
              __proto__: null,
              size,
              has: typeof contains === 'function' ? (value) => apply(contains, other, [value]) : contains,
              keys: typeof keys === 'function' ? () => polled(apply(keys, other, [])) : keys,
            };
            return apply(native, this, [like]);
          },
        }).m,
    );
  }
});
