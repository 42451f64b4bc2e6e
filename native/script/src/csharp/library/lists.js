// Methods of C#'s lists.
(() => {
  'use strict';
  const cs = globalThis.__cs;
  const { items, none } = cs;
  const by = (list, of) => (of === undefined ? items(list) : items(list).map((one) => of(one)));
  const numbers = (list, of) => by(list, of).filter((one) => !none(one));
  const least = (list, of, sign) => {
    const all = numbers(list, of);
    return all.length === 0 ? null : all.reduce((a, b) => (cs.order(a, b) * sign > 0 ? b : a));
  };
  const at = (list, of, sign) => {
    const all = items(list);
    return all.length === 0 ? null : all.reduce((a, b) => (cs.order(of(a), of(b)) * sign > 0 ? b : a));
  };
  const empty = (value, what) => {
    if (value === undefined) throw new RangeError(`Sequence contains no ${what}.`);
    return value;
  };
  const compared = Symbol('compared');
  const ordered = (list, of, sign, before = []) => {
    const comparisons = [...before, (a, b) => cs.order(of(a), of(b)) * sign];
    const sorted = [...items(list)].sort((a, b) => {
      for (const compare of comparisons) {
        const result = compare(a, b);
        if (result !== 0) return result;
      }
      return 0;
    });
    Object.defineProperty(sorted, compared, { value: comparisons, enumerable: false });
    return sorted;
  };
  const distinct = (list, of = (one) => one) => {
    const known = new Set();
    return items(list).filter((one) => {
      const key = cs.key(of(one));
      return !known.has(key) && known.add(key);
    });
  };
  const group = (list, key, value) => {
    const groups = new Map();
    for (const one of items(list)) {
      const made = key(one);
      const name = cs.key(made);
      if (!groups.has(name)) groups.set(name, { key: made, values: [] });
      groups.get(name).values.push(value === undefined ? one : value(one));
    }
    return [...groups.values()];
  };
  const found = (list, of, last) =>
    last ? items(list).findLast((one) => of === undefined || of(one)) : items(list).find((one) => of === undefined || of(one)); // prettier-ignore

  Object.assign(cs, {
    Aggregate: (list, seed, how, result = (one) => one) =>
      how === undefined
        ? empty(items(list).length === 0 ? undefined : items(list).reduce((a, b) => seed(a, b)), 'elements')
        : result(items(list).reduce((a, b) => how(a, b), seed)),
    All: (list, of) => items(list).every((one) => of(one)),
    Any: (list, of) => (of === undefined ? items(list).length > 0 : items(list).some((one) => of(one))),
    Append: (list, one) => [...items(list), one],
    AsEnumerable: (list) => items(list),
    Average: (list, of) => {
      const all = numbers(list, of);
      return all.length === 0 ? null : all.reduce((a, b) => a + b, 0) / all.length;
    },
    Cast: (list) => items(list),
    Chunk: (list, size) => {
      const all = items(list);
      return Array.from({ length: Math.ceil(all.length / size) }, (_, number) =>
        all.slice(number * size, number * size + size),
      );
    },
    ContainsKey: (of, key) => !none(of) && Object.hasOwn(of, cs.text(key)),
    Count: (list, of) =>
      typeof list === 'string' && of === undefined
        ? list.length
        : of === undefined
          ? items(list).length
          : items(list).filter((one) => of(one)).length,
    DefaultIfEmpty: (list, value = null) => (items(list).length === 0 ? [value] : items(list)),
    Distinct: (list) => distinct(list),
    DistinctBy: (list, of) => distinct(list, of),
    ElementAt: (list, index) => empty(items(list)[index], 'such element'),
    ElementAtOrDefault: (list, index) => items(list)[index] ?? null,
    Except: (list, other) => {
      const known = new Set(items(other).map(cs.key));
      return distinct(list).filter((one) => !known.has(cs.key(one)));
    },
    First: (list, of) => found(list, of, false) ?? null,
    FirstOrDefault: (list, of) => found(list, of, false) ?? null,
    Flatten: (list) => items(list).flat(10),
    GroupBy: (list, key, value, result) => {
      if (value?.length === 2) [value, result] = [undefined, value];
      const groups = group(list, key, value);
      return result === undefined ? groups : groups.map((one) => result(one.key, one.values));
    },
    GroupJoin: (list, other, outer, inner, result) => {
      const groups = new Map(group(other, inner).map((one) => [cs.key(one.key), one.values]));
      return items(list).map((one) => result(one, groups.get(cs.key(outer(one))) ?? []));
    },
    Intersect: (list, other) => {
      const known = new Set(items(other).map(cs.key));
      return distinct(list).filter((one) => known.has(cs.key(one)));
    },
    Join: (list, other, outer, inner, result) => {
      const groups = new Map(group(other, inner).map((one) => [cs.key(one.key), one.values]));
      return items(list).flatMap((one) =>
        (groups.get(cs.key(outer(one))) ?? []).map((with_) => result(one, with_)),
      );
    },
    Last: (list, of) => found(list, of, true) ?? null,
    LastOrDefault: (list, of) => found(list, of, true) ?? null,
    LongCount: (list, of) => cs.Count(list, of),
    Max: (list, of) => least(list, of, -1),
    MaxBy: (list, of) => at(list, of, -1),
    Min: (list, of) => least(list, of, 1),
    MinBy: (list, of) => at(list, of, 1),
    OfType: (list) => items(list).filter((one) => !none(one)),
    OrderBy: (list, of) => ordered(list, of, 1),
    OrderByDescending: (list, of) => ordered(list, of, -1),
    Prepend: (list, one) => [one, ...items(list)],
    Select: (list, of) => items(list).map((one, index) => of(one, index)),
    SelectMany: (list, of, result) =>
      items(list).flatMap((one, index) => {
        const inner = items(of(one, index));
        return result === undefined ? inner : inner.map((value) => result(one, value));
      }),
    SequenceEqual: (list, other) => cs.key(items(list)) === cs.key(items(other)),
    Single: (list, of) => found(list, of, false) ?? null,
    SingleOrDefault: (list, of) => found(list, of, false) ?? null,
    Skip: (list, count) => items(list).slice(Math.max(0, count)),
    SkipWhile: (list, of) => {
      const from = items(list).findIndex((one) => !of(one));
      return from < 0 ? [] : items(list).slice(from);
    },
    Sum: (list, of) => {
      const all = numbers(list, of);
      return all.some((one) => one instanceof cs.Span)
        ? cs.addAll(all)
        : all.reduce((a, b) => a + (Number(b) || 0), 0);
    },
    Take: (list, count) => items(list).slice(0, Math.max(0, count)),
    TakeLast: (list, count) => (count > 0 ? items(list).slice(-count) : []),
    TakeWhile: (list, of) => {
      const to = items(list).findIndex((one) => !of(one));
      return to < 0 ? items(list) : items(list).slice(0, to);
    },
    ThenBy: (list, of) => ordered(list, of, 1, list[compared]),
    ThenByDescending: (list, of) => ordered(list, of, -1, list[compared]),
    ToArray: (list) => items(list),
    ToDictionary: (list, key, value = (one) => one) =>
      Object.fromEntries(items(list).map((one) => [cs.text(key(one)), value(one)])),
    ToHashSet: (list) => distinct(list),
    ToList: (list) => items(list),
    ToLookup: (list, key, value) => group(list, key, value),
    Union: (list, other) => distinct([...items(list), ...items(other)]),
    Where: (list, of) => items(list).filter((one, index) => of(one, index)),
    Zip: (list, other, result = (First, Second) => ({ First, Second })) => {
      const with_ = items(other);
      return items(list).slice(0, with_.length).map((one, index) => result(one, with_[index])); // prettier-ignore
    },
  });
  cs.list = {
    Empty: () => [],
    Range: (from, count) => {
      if (count > 100000) throw new RangeError('Enumerable.Range is limited to 100000 elements.');
      return Array.from({ length: Math.max(0, count) }, (_, index) => from + index);
    },
    Repeat: (value, count) => {
      if (count > 100000) throw new RangeError('Enumerable.Repeat is limited to 100000 elements.');
      return Array.from({ length: Math.max(0, count) }, () => value);
    },
  };
})();
