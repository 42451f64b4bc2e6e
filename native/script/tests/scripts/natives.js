// Every function a script can reach, hostile receivers and hostile arguments. Read before the script of natives.rs.
const REACHED = (() => {
  const seen = new Set();
  const list = [];
  const visit = (value, path) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value))
      return;
    seen.add(value);
    if (typeof value === 'function') list.push([path, value]);
    for (const key of Reflect.ownKeys(value)) {
      const { value: member, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
      const name = `${path}.${String(key)}`;
      visit(member, name);
      visit(get, `${name} (get)`);
      visit(set, `${name} (set)`);
    }
    visit(Object.getPrototypeOf(value), `${path}.[[Prototype]]`);
  };
  visit(globalThis, 'globalThis');
  const samples = {
    generator: (function* () {})(),
    asyncGenerator: (async function* () {})(),
    asyncFunction: async function () {},
    arrayIterator: [][Symbol.iterator](),
    stringIterator: ''[Symbol.iterator](),
    mapIterator: new Map().entries(),
    setIterator: new Set().values(),
    matches: 'a'.matchAll(/a/g),
    helper: [].values().map((x) => x),
    wrapped: Iterator.from({ next() {} }),
    pattern: /a/,
    promise: Promise.resolve(),
    error: new Error('x'),
    symbol: Object(Symbol()),
    bigint: Object(1n),
    given: (function () {
      return arguments;
    })(),
  };
  for (const name of Object.keys(samples)) visit(samples[name], name);
  return list;
})();
const changing = () => {
  let reads = 0;
  return {
    get length() {
      return reads++ ? 2 ** 53 - 1 : 0;
    },
  };
};
const sparse = (length) => {
  const list = [];
  list.length = length;
  return list;
};
const endless = () => Array.prototype.values.call({ length: 2 ** 53 - 1 });
const deep = (of, count) => {
  let chain = {};
  // Not `__proto__`, which walks the whole chain each time.
  for (let i = 0; i < count; i++) chain = Object.create(chain);
  return Object.setPrototypeOf(of, chain);
};
const RECEIVERS = [
  () => undefined,
  changing,
  () => sparse(4294967295),
  () => sparse(9_999_999),
  () => ({ length: 9_999_999 }),
  () => ({ length: 2 ** 53 - 1, __proto__: Array.prototype }),
  () => deep(sparse(1_000_000), 20_000),
  () => 'x'.repeat(4_000_000),
  () => 'e\u0301\u0316'.repeat(300_000),
  () => /(a*)*b|[^c]?/g,
  endless,
  () =>
    (function* () {
      for (;;) yield;
    })(),
  () => new Set([undefined, 1, 2]),
  () =>
    new Map([
      [1, 2],
      [undefined, 3],
    ]),
  () => 2n ** 500_000n,
  () => new Date(8.64e15),
  () => Promise.resolve(1),
  () => function named() {},
  () => ({ toString: () => 'x'.repeat(4_000_000), valueOf: () => 2 ** 53 }),
  () => Array(100_000).fill('x'.repeat(1_000_000)),
  () => [1, [2, [3, sparse(4294967295)]], sparse(9_999_999)],
];
const GIVEN = [
  () => [],
  () => [2 ** 53 - 1, 2 ** 53 - 1],
  () => [{ [Symbol.iterator]: endless }, endless()],
  () => ['x'.repeat(3_000_000), 'y'],
  () => [(x) => x, 1],
  () => [changing(), changing()],
  () => [sparse(4294967295), sparse(4294967295)],
  () => [-(2 ** 31), { valueOf: () => 2 ** 53 }],
  () => [{ size: 1, has: () => true, keys: endless }],
  () => [Math.abs, 0],
  () => [/x?/g, 'yy'],
  () => ['x'.repeat(5_000_000) + 'z', 'x'],
  () => [() => sparse(4294967295)],
  () => [{ length: 2 ** 53 - 1, raw: { length: 2 ** 53 - 1 } }, ''],
  () => ['[^a]'.repeat(500_000), 'giu'],
  () => [{}, sparse(50_000_000), 10],
];
