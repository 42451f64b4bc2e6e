// What index definitions find besides the prelude: map, counters.map, timeSeries.map, groupBy and what makes fields.
// Called with the engine's side, and whether a text may have objects with a `$boost`.
(function (host, hasBoostObjects) {
  'use strict';
  const isArray = Array.isArray;
  // Whether anything but plain values was ever made: most maps make none, and need not be looked through for it.
  let special = hasBoostObjects;
  class CreatedField {
    constructor(name, value, options) {
      special = true;
      this.name = name;
      this.value = value;
      this.options = options;
    }
  }
  class SpatialField {
    constructor(wkt) {
      special = true;
      this.wkt = wkt;
    }
  }
  class Boosted {
    constructor(value, factor) {
      special = true;
      this.value = value;
      this.factor = factor;
    }
  }
  const maps = [];
  let reduce = null;
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });

  // `(collection, function)` or `(function)`; counters and time series also `(collection, name, function)`.
  const added = (what, source, given) => {
    const how = given.pop();
    const [collection = '@all_docs', name] = given;
    if (given.length > (source === 'Documents' ? 1 : 2))
      throw new TypeError(`${what} is called with too many arguments.`);
    if (typeof collection !== 'string' || collection === '')
      throw new TypeError(`${what}: the collection must be a text.`);
    if (name !== undefined && (typeof name !== 'string' || name === ''))
      throw new TypeError(`${what}: the name must be a text.`);
    if (typeof how !== 'function') throw new TypeError(`${what}: the last argument must be a function.`);
    maps.push({ source, collection, name, how });
  };
  define('map', (...given) => added('map(collection, function)', 'Documents', given));
  define('counters', {
    map: (...given) => added('counters.map(collection, name, function)', 'Counters', given),
  });
  const time = (text) => new Date(`${text.slice(0, 23)}Z`);
  // A segment as functions get it: times are dates, the name is in lower case.
  const segment = (how) => (item) => {
    item.Name = item.Name.toLowerCase();
    item.Start = time(item.Start);
    item.End = time(item.End);
    for (const entry of item.Entries) entry.Timestamp = time(entry.Timestamp);
    return how(item);
  };
  define('timeSeries', {
    map: (...given) => {
      const how = given.pop();
      given.push(typeof how === 'function' ? segment(how) : how);
      added('timeSeries.map(collection, name, function)', 'TimeSeries', given);
    },
  });
  // What C# becomes: times are texts, names are as written.
  Object.defineProperty(globalThis, '__mapItems', {
    value: (source, ...given) => added(`A map over ${source}`, source, given),
  });
  define('groupBy', (key) => {
    if (typeof key !== 'function')
      throw new TypeError('groupBy(function).aggregate(function): groupBy must be given a function.');
    return {
      aggregate(how) {
        if (typeof how !== 'function')
          throw new TypeError('groupBy(function).aggregate(function): aggregate must be given a function.');
        reduce = { key, how };
      },
    };
  });
  const load =
    (what, tracked) =>
    (...given) => {
      if (given.length < 1 || given.length > 2)
        throw new TypeError(`${what} must be called with an id and a collection.`);
      const [id, collection] = given;
      if (collection !== undefined && typeof collection !== 'string')
        throw new TypeError(`${what}: the collection must be a text.`);
      const one = (id) => {
        if (typeof id !== 'string' || id === '') return null;
        if (tracked) host.reference(id, collection ?? '');
        return host.load(id, tracked);
      };
      return isArray(id) ? id.map(one) : one(id);
    };
  define('load', load('load(id, collection)', true));
  define('noTracking', { load: load('noTracking.load(id, collection)', false) });
  // The value, null without one; of an array of keys an array.
  define('cmpxchg', (...given) => {
    if (given.length !== 1)
      throw new TypeError('cmpxchg(key) must be called with one argument: a key, or an array of keys.');
    const one = (key) => {
      if (typeof key !== 'string')
        throw new TypeError(`cmpxchg(key): the key must be a text, not ${JSON.stringify(key)}.`);
      if (key === '') return null;
      host.exchangeReference(key);
      return host.compareExchange(key);
    };
    const [key] = given;
    if (key == null) return null;
    return isArray(key) ? key.map(one) : one(key);
  });
  define('createField', (name, value, options) => {
    if (typeof name !== 'string' || name === '')
      throw new TypeError('createField(name, value, options): the name must be a text.');
    return new CreatedField(name, value, options ?? {});
  });
  const number = (value) => (typeof value === 'string' && value !== '' ? Number(value) : value);
  define('createSpatialField', (...given) => {
    if (given.length === 1) return new SpatialField(given[0] == null ? null : String(given[0]));
    const [latitude, longitude] = given.map(number);
    if (latitude == null || longitude == null) return new SpatialField(null);
    if (!Number.isFinite(latitude) || !Number.isFinite(longitude))
      throw new TypeError('createSpatialField(latitude, longitude): both must be numbers.');
    return new SpatialField(`POINT (${longitude} ${latitude})`);
  });
  define('boost', (value, factor) => {
    if (typeof factor !== 'number') throw new TypeError('boost(value, factor): the factor must be a number.');
    return new Boosted(value, factor);
  });
  define('recurse', (of, next) => {
    const found = [];
    const seen = new Set();
    const walk = (value) => {
      if (value == null || seen.has(value)) return;
      seen.add(value);
      found.push(value);
      const more = next(value);
      if (isArray(more)) more.forEach(walk);
      else walk(more);
    };
    walk(of);
    return found;
  });
  define('attachmentsFor', (document) => document?.['@metadata']?.['@attachments'] ?? []);
  // An attachment with its content, which is read when a function requests it.
  class Attachment {
    #id;
    constructor(id, { Name, Hash, ContentType, Size }) {
      this.#id = id;
      Object.assign(this, { Name, Hash, ContentType, Size });
    }
    getContentAsString(encoding = 'UTF8') {
      if (typeof encoding !== 'string')
        throw new TypeError('getContentAsString(encoding): the encoding must be a text.');
      return host.attachmentText(this.#id, this.Name, encoding);
    }
  }
  const loadAttachments = (what, document) => {
    if (document == null) return [];
    const metadata = typeof document === 'object' ? document['@metadata'] : undefined;
    if (metadata == null) throw new TypeError(`${what}: the first argument must be a document.`);
    return (metadata['@attachments'] ?? []).map((one) => new Attachment(metadata['@id'], one));
  };
  define('loadAttachments', (...given) => {
    if (given.length !== 1) throw new TypeError('loadAttachments(document) must be called with a document.');
    return loadAttachments('loadAttachments(document)', given[0]);
  });
  define('loadAttachment', (...given) => {
    const what = 'loadAttachment(document, name)';
    const [document, name] = given;
    if (given.length !== 2) throw new TypeError(`${what} must be called with a document and a name.`);
    if (typeof name !== 'string') throw new TypeError(`${what}: the name must be a text.`);
    const wanted = name.toLowerCase();
    return loadAttachments(what, document).find((one) => one.Name.toLowerCase() === wanted) ?? null;
  });
  define('counterNamesFor', (document) => document?.['@metadata']?.['@counters'] ?? []);
  define('timeSeriesNamesFor', (document) => document?.['@metadata']?.['@timeseries'] ?? []);
  for (const name of [
    'put',
    'del',
    'include',
    'counter',
    'incrementCounter',
    'deleteCounter',
    'archived',
    'timeseries',
    'callTimeSeries',
  ])
    delete globalThis[name];

  // A value with its factor, from `boost(value, factor)` or written as `{ $value, $boost }`; null of other values.
  const boostOf = (value) => {
    if (value instanceof Boosted) return value;
    if (!hasBoostObjects || value === null || typeof value !== 'object') return null;
    const { $value, $boost } = value;
    return typeof $boost === 'number' && '$value' in value ? { value: $value, factor: $boost } : null;
  };
  const isSpecial = (value) =>
    value instanceof CreatedField || value instanceof SpatialField || boostOf(value) !== null;
  // How many values a field has: each of them has the factor.
  const countOf = (value) => {
    if (value === undefined) return 0;
    if (isArray(value)) return value.reduce((sum, one) => sum + countOf(one), 0);
    if (value instanceof CreatedField) return countOf(value.value);
    const boosted = boostOf(value);
    return boosted === null ? 1 : countOf(boosted.value);
  };
  const hasSpecial = (entry) => {
    for (const name of Object.keys(entry)) {
      const value = entry[name];
      if (
        value !== null &&
        typeof value === 'object' &&
        (isSpecial(value) || (isArray(value) && value.some(isSpecial)))
      )
        return true;
    }
    return false;
  };
  // An entry with fields that were made: their values, and what is to be known of them.
  const unpacked = (entry, extra) => {
    const plain = {};
    const set = (name, value, many) => {
      const boosted = boostOf(value);
      if (boosted !== null) {
        const field = boosted.value instanceof CreatedField ? boosted.value.name : name;
        extra.boosts.push([field, boosted.factor ** countOf(boosted.value)]);
        extra.ranked ||= value instanceof Boosted;
        set(name, boosted.value, many && !(boosted.value instanceof CreatedField));
      } else if (value instanceof CreatedField) {
        if (boostOf(value.value) !== null)
          throw new TypeError(
            `createField: the value of '${value.name}' is boosted; write boost(createField(name, value), factor).`,
          );
        extra.fields.push([value.name, value.options]);
        set(value.name, value.value, many);
      } else if (value instanceof SpatialField) {
        if (!extra.spatial.includes(name)) extra.spatial.push(name);
        if (many) (plain[name] ??= []).push(value.wkt);
        else plain[name] = value.wkt;
      } else if (isArray(value) && value.some(isSpecial)) {
        for (const one of value) set(name, one, !(one instanceof CreatedField));
      } else if (many) {
        (plain[name] ??= []).push(value);
      } else {
        plain[name] = value;
      }
    };
    for (const name of Object.keys(entry)) set(name, entry[name], false);
    return plain;
  };
  const newExtra = (boost, ranked) => ({ boost, ranked, boosts: [], fields: [], spatial: [] });
  // `ranked`: results are ordered by score, because `boost` was called.
  const collect = (value, entries, boost = 1, ranked = false) => {
    if (value === null || value === undefined) return;
    const boosted = special ? boostOf(value) : null;
    if (boosted !== null)
      return collect(boosted.value, entries, boost * boosted.factor, ranked || value instanceof Boosted);
    if (isArray(value)) {
      for (const one of value) collect(one, entries, boost, ranked);
      return;
    }
    if (typeof value !== 'object')
      throw new TypeError(`An index entry must be an object with fields, not a ${typeof value}.`);
    let extra = boost === 1 && !ranked ? undefined : newExtra(boost, ranked);
    if (special && hasSpecial(value)) {
      extra ??= newExtra(boost, ranked);
      value = unpacked(value, extra);
    }
    entries.push([value, extra, reduce === null ? undefined : (reduce.key(value) ?? null)]);
  };
  const isBoosted = ([, extra]) =>
    extra !== undefined && (extra.boost !== 1 || extra.ranked || extra.boosts.length > 0);
  Object.defineProperty(globalThis, '__read', {
    value: () => ({
      maps: maps.map((one) => [one.source, one.collection, one.name]),
      reduces: reduce !== null,
      map(number, document) {
        const entries = [];
        collect(maps[number].how(document), entries);
        if (special && reduce !== null && entries.some(isBoosted))
          throw new TypeError('boost: a map of an index with a reduce cannot boost; its reduce can.');
        return entries;
      },
      reduce(key, values) {
        const entries = [];
        collect(reduce.how({ key, values }), entries);
        return entries;
      },
    }),
  });
});
