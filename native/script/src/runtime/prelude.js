// What every script finds in its world, made before its text is read. `host` is the engine's side.
(function (host) {
  'use strict';
  const { ownKeys, getOwnPropertyDescriptor } = Reflect;
  const isArray = Array.isArray;

  const replace = (owner, name, method) =>
    Object.defineProperty(owner, name, { value: method, writable: true, configurable: true });

  // No code from texts.
  const refuse = function Function() {
    throw new EvalError('Code cannot be made from a text here: eval and Function are switched off.');
  };
  const functions = Function.prototype;
  for (const sample of [function () {}, function* () {}, async function () {}, async function* () {}]) {
    Object.defineProperty(Object.getPrototypeOf(sample), 'constructor', { value: refuse });
  }
  refuse.prototype = functions;
  for (const name of ['eval', 'Function']) replace(globalThis, name, refuse);
  // What cannot be bounded, has no use in a script for documents, or is another clock.
  for (const name of [
    'Proxy',
    'ArrayBuffer',
    'SharedArrayBuffer',
    'DataView',
    'Atomics',
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
    'Float16Array',
    'Float32Array',
    'Float64Array',
    'BigInt64Array',
    'BigUint64Array',
    'WeakRef',
    'FinalizationRegistry',
    'performance',
    'queueMicrotask',
    'navigator',
    'gc',
  ]) {
    delete globalThis[name];
  }

  const metadataOf = (document) => (document == null ? undefined : document['@metadata']);
  const idOf = (what, of) => {
    const id = typeof of === 'string' ? of : metadataOf(of)?.['@id'];
    if (typeof id !== 'string' || id === '')
      throw new TypeError(`${what}: the first argument must be a document or its id.`);
    return id;
  };
  const nameOf = (what, name, kind = 'counter') => {
    if (typeof name !== 'string' || name === '')
      throw new TypeError(`${what}: the ${kind}'s name must be a text.`);
    return name;
  };
  const dateOf = (what, date) => {
    if (date == null) return null;
    const text = date instanceof Date ? date.toISOString() : date;
    if (typeof text !== 'string') throw new TypeError(`${what}: a time must be a text or a date.`);
    return text;
  };
  const timeOf = (what, time) => {
    if (time == null) throw new TypeError(`${what}: the time must be a text or a date.`);
    return dateOf(what, time);
  };
  const numbersOf = (what, values) => {
    const list = isArray(values) ? values : [values];
    for (const value of list) {
      if (typeof value !== 'number') throw new TypeError(`${what}: the values must be numbers.`);
    }
    return list;
  };
  const load = (what, given, tracked) => {
    if (given.length !== 1)
      throw new TypeError(`${what} must be called with one argument: an id or an array of ids.`);
    const id = given[0];
    if (id == null) return null;
    if (typeof id === 'string') return id === '' ? host.missing : host.load(id, tracked);
    if (!isArray(id)) throw new TypeError(`${what} must be called with a text or an array of texts.`);
    return id.map((one) => {
      if (one == null) return host.missing;
      if (typeof one !== 'string')
        throw new TypeError(`${what} must be called with a text or an array of texts.`);
      return host.load(one, tracked);
    });
  };

  const world = {
    load(...given) {
      return load('load(id)', given, true);
    },
    cmpxchg(...given) {
      if (given.length !== 1 || typeof given[0] !== 'string')
        throw new TypeError('cmpxchg(key) must be called with one argument: the key, a text.');
      return host.compareExchange(given[0]);
    },
    put(...given) {
      const [id, document, changeVector] = given;
      if (given.length < 2 || given.length > 3)
        throw new TypeError('put(id, document, changeVector) must be called with 2 or 3 arguments.');
      if (id != null && typeof id !== 'string')
        throw new TypeError('put(id, document, changeVector): the id must be a text.');
      if (document === null || typeof document !== 'object' || isArray(document)) {
        throw new TypeError(
          `put(id, document, changeVector): the document must be an object. Document ID: '${id}'.`,
        );
      }
      if (changeVector != null && typeof changeVector !== 'string')
        throw new TypeError('put(id, document, changeVector): the change vector must be a text.');
      return host.put(id ?? '', document, changeVector ?? undefined);
    },
    del(...given) {
      const [id, changeVector] = given;
      if (given.length < 1) throw new TypeError('del(id, changeVector) must be called with an id.');
      if (typeof id !== 'string') throw new TypeError('del(id, changeVector): the id must be a text.');
      if (changeVector != null && typeof changeVector !== 'string')
        throw new TypeError('del(id, changeVector): the change vector must be a text.');
      return host.del(id, changeVector ?? undefined);
    },
    id(...given) {
      if (given.length !== 1) throw new TypeError('id(document) must be called with one argument.');
      const id = metadataOf(given[0])?.['@id'];
      return typeof id === 'string' ? id : null;
    },
    getMetadata(document) {
      return metadataOf(document) ?? null;
    },
    metadataFor(document) {
      return metadataOf(document) ?? null;
    },
    lastModified(document) {
      const text = metadataOf(document)?.['@last-modified'];
      return typeof text === 'string' ? Date.parse(text) : null;
    },
    include(id) {
      if (typeof id === 'string' && id !== '') host.include(id);
    },
    output(value) {
      host.output(value);
    },
    timeseries(of, name) {
      const what = 'timeseries(document, name)';
      const id = idOf(what, of);
      const series = nameOf(what, name, 'time series');
      const one = (given, method) => dateOf(`${what}.${method}`, given);
      return {
        append(...given) {
          const [time, values, tag] = given;
          const method = 'append(time, values, tag)';
          if (given.length < 2 || given.length > 3)
            throw new TypeError(`${what}.${method} must be called with 2 or 3 arguments.`);
          if (tag != null && typeof tag !== 'string')
            throw new TypeError(`${what}.${method}: the tag must be a text.`);
          host.appendEntry(
            id,
            series,
            timeOf(`${what}.${method}`, time),
            numbersOf(what, values),
            tag ?? null,
          );
        },
        increment(...given) {
          if (given.length < 1 || given.length > 2)
            throw new TypeError(`${what}.increment(time, values) must be called with 1 or 2 arguments.`);
          const values = numbersOf(what, given[given.length - 1]);
          const time = given.length === 1 ? null : timeOf(`${what}.increment(time, values)`, given[0]);
          host.incrementEntry(id, series, time, values);
        },
        delete: (from, to) =>
          host.deleteEntries(id, series, one(from, 'delete(from, to)'), one(to, 'delete(from, to)')),
        get(...given) {
          if (given.length !== 0 && given.length !== 2)
            throw new TypeError(`${what}.get(from, to) must be called with two times or without arguments.`);
          const [from, to] = given;
          return host.timeSeries(id, series, one(from, 'get(from, to)'), one(to, 'get(from, to)'));
        },
        getStats: () => host.timeSeriesStats(id, series),
      };
    },
    // What functions of `declare timeseries` call.
    callTimeSeries(name, ...given) {
      return host.callTimeSeries(name, given);
    },
    counter(of, name) {
      return host.counter(idOf('counter(document, name)', of), nameOf('counter(document, name)', name));
    },
    incrementCounter(of, name, by = 1) {
      if (typeof by !== 'number' || !Number.isInteger(by))
        throw new TypeError('incrementCounter(document, name, value): the value must be a whole number.');
      return host.incrementCounter(
        idOf('incrementCounter(document, name, value)', of),
        nameOf('incrementCounter(document, name, value)', name),
        by,
      );
    },
    deleteCounter(of, name) {
      return host.deleteCounter(
        idOf('deleteCounter(document, name)', of),
        nameOf('deleteCounter(document, name)', name),
      );
    },
    startsWith(text, start) {
      return String(text).startsWith(start);
    },
    endsWith(text, end) {
      return String(text).endsWith(end);
    },
    regex(text, pattern) {
      return new RegExp(pattern).test(String(text));
    },
    archived: {
      archiveAt(document, moment) {
        if (typeof moment !== 'string')
          throw new TypeError('archived.archiveAt(document, moment): the moment must be a text in UTC.');
        const metadata = metadataOf(document);
        if (metadata == null)
          throw new TypeError('archived.archiveAt(document, moment): the first argument must be a document.');
        metadata['@archive-at'] = moment;
      },
      unarchive(...given) {
        if (given.length !== 1)
          throw new TypeError('archived.unarchive(document) must be called with one argument: the document.');
        if (given[0] == null) return;
        const metadata = metadataOf(given[0]);
        if (typeof metadata?.['@id'] !== 'string')
          throw new TypeError('archived.unarchive(document): the first argument must be a document.');
        if (metadata['@archived'] !== true) return;
        host.unarchive(metadata['@id']);
        delete metadata['@archived'];
      },
    },
    noTracking: {
      load(...given) {
        return load('noTracking.load(id)', given, false);
      },
    },
    console: {},
  };
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) world.console[name] = world.output;
  for (const name of ownKeys(world)) replace(globalThis, name, world[name]);

  // Called when the definition has been read: from then on nothing can be added that the next run would find.
  return () => {
    const seen = new Set();
    const close = (value) => {
      if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value))
        return;
      seen.add(value);
      Object.preventExtensions(value);
      for (const key of ownKeys(value)) close(getOwnPropertyDescriptor(value, key).value);
    };
    close(globalThis);
  };
});
