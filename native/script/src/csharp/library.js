// Methods of C#'s lists and texts, for definitions that were translated.
globalThis.__cs = (() => {
  'use strict';
  const items = (list) => {
    if (list === null || list === undefined) return [];
    if (Array.isArray(list)) return list;
    if (typeof list === 'object')
      return Array.isArray(list.values)
        ? list.values
        : Object.entries(list).map(([Key, Value]) => ({ Key, Value }));
    return [];
  };
  const by = (list, of) => (of === undefined ? items(list) : items(list).map((one) => of(one)));
  const least = (list, of, sign) =>
    by(list, of).reduce((a, b) => (a === undefined || (b - a) * sign < 0 ? b : a), undefined) ?? null;
  const text = (value) => (value === null || value === undefined ? null : String(value));
  const ordered = (list, of, sign) =>
    [...items(list)].sort((a, b) => {
      const [x, y] = [of(a), of(b)];
      return x < y ? -sign : x > y ? sign : 0;
    });
  return {
    items,
    size: (of, name) => (Array.isArray(of) || typeof of === 'string' ? of.length : (of?.[name] ?? null)),
    Sum: (list, of) => by(list, of).reduce((sum, one) => sum + (Number(one) || 0), 0),
    Count: (list, of) =>
      typeof list === 'string'
        ? list.length
        : of === undefined
          ? items(list).length
          : items(list).filter((one) => of(one)).length,
    Min: (list, of) => least(list, of, 1),
    Max: (list, of) => least(list, of, -1),
    Average: (list, of) => {
      const all = by(list, of);
      return all.length === 0 ? 0 : all.reduce((a, b) => a + (Number(b) || 0), 0) / all.length;
    },
    Select: (list, of) => items(list).map((one, index) => of(one, index)),
    SelectMany: (list, of) => items(list).flatMap((one) => items(of(one))),
    Where: (list, of) => items(list).filter((one) => of(one)),
    Any: (list, of) => (of === undefined ? items(list).length > 0 : items(list).some((one) => of(one))),
    All: (list, of) => items(list).every((one) => of(one)),
    First: (list, of) => items(list).find((one) => of === undefined || of(one)) ?? null,
    FirstOrDefault: (list, of) => items(list).find((one) => of === undefined || of(one)) ?? null,
    Last: (list, of) => items(list).findLast((one) => of === undefined || of(one)) ?? null,
    LastOrDefault: (list, of) => items(list).findLast((one) => of === undefined || of(one)) ?? null,
    Distinct: (list) => [...new Set(items(list))],
    ToList: (list) => items(list),
    ToArray: (list) => items(list),
    Contains: (list, what) => (typeof list === 'string' ? list.includes(what) : items(list).includes(what)),
    Concat: (list, more) => items(list).concat(items(more)),
    OrderBy: (list, of) => ordered(list, of, 1),
    OrderByDescending: (list, of) => ordered(list, of, -1),
    ToString: (value) => text(value),
    ToLower: (value) => text(value)?.toLowerCase() ?? null,
    ToUpper: (value) => text(value)?.toUpperCase() ?? null,
    ToLowerInvariant: (value) => text(value)?.toLowerCase() ?? null,
    ToUpperInvariant: (value) => text(value)?.toUpperCase() ?? null,
    StartsWith: (value, start) => text(value)?.startsWith(start) ?? false,
    EndsWith: (value, end) => text(value)?.endsWith(end) ?? false,
    Trim: (value) => text(value)?.trim() ?? null,
    Split: (value, at) => text(value)?.split(at) ?? [],
    Substring: (value, from, length) =>
      text(value)?.substring(from, length === undefined ? undefined : from + length) ?? null,
  };
})();
