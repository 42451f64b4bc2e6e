/**
 * The query editor offers the functions that a server answers, and no others: each is sent to `rookeryd` and to a real
 * RavenDB at every place, on a collection, on indexes of both search engines and with groups.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { clauses } from '../../../src/ui/rql/grammar.ts';
import { functions, functionsIn, type Dialect, type Place } from '../../../src/ui/rql/keywords.ts';

/** One complete use of each function at each place; `null` where the function is part of another's use. */
const uses: Readonly<Record<string, Partial<Record<Place, string>>>> = {
  id: { where: "id() = 'users/1'", filter: "id() = 'users/1'", 'order by': 'id()', select: 'id()' },
  startsWith: { where: "startsWith(Name, 'na')", filter: "startsWith(Name, 'na')" },
  endsWith: { where: "endsWith(Name, '1')", filter: "endsWith(Name, '1')" },
  exists: { where: 'exists(Name)', filter: 'exists(Name)' },
  regex: { where: "regex(Name, '^na')", filter: "regex(Name, '^na')" },
  search: { where: "search(Name, 'name')" },
  exact: { where: "exact(Name = 'name 1')" },
  boost: { where: "boost(Name = 'name 1', 2)" },
  fuzzy: { where: "fuzzy(Name = 'nema', 0.5)" },
  proximity: { where: "proximity(search(Name, 'name one'), 5)" },
  lucene: { where: "lucene(Name, 'name')" },
  intersect: { where: "intersect(Name = 'name 1', Age = 1)" },
  moreLikeThis: { where: "moreLikeThis(id() = 'users/1')" },
  cmpxchg: { where: "Name = cmpxchg('x')", include: "cmpxchg('Name')" },
  'spatial.within': { where: 'spatial.within(PLACE, spatial.circle(500, 10, 20))' },
  'spatial.contains': { where: 'spatial.contains(PLACE, spatial.circle(500, 10, 20))' },
  'spatial.intersects': { where: 'spatial.intersects(PLACE, spatial.circle(500, 10, 20))' },
  'spatial.disjoint': { where: 'spatial.disjoint(PLACE, spatial.circle(500, 10, 20))' },
  'spatial.point': {
    where: 'spatial.within(spatial.point(Lat, Lng), spatial.circle(500, 10, 20))',
    'order by': 'spatial.distance(PLACE, spatial.point(10, 20))',
  },
  'spatial.circle': { where: 'spatial.within(PLACE, spatial.circle(500, 10, 20))' },
  'spatial.wkt': {
    where: "spatial.within(PLACE, spatial.wkt('POLYGON((0 0, 40 0, 40 40, 0 40, 0 0))'))",
    'order by': "spatial.distance(PLACE, spatial.wkt('POINT(20 10)'))",
  },
  'spatial.distance': { 'order by': 'spatial.distance(PLACE, spatial.point(10, 20))' },
  score: { 'order by': 'score()' },
  random: { 'order by': 'random()' },
  key: { select: 'key()' },
  count: { select: 'key(), count()', 'order by': 'count()' },
  sum: { select: 'key(), sum(Age)', 'order by': 'sum(Age)' },
  facet: { select: 'facet(Name)' },
  suggest: { select: "suggest(Name, 'nema')" },
  timeseries: { select: 'timeseries(from HeartRate)', include: "timeseries('HeartRate', last(1))" },
  highlight: { include: 'highlight(Name, 18, 2)' },
  explanations: { include: 'explanations()' },
  timings: { include: 'timings()' },
  counters: { include: "counters('likes')" },
  revisions: { include: "revisions('Name')" },
};

const places: readonly Place[] = ['where', 'filter', 'order by', 'select', 'include'];

interface Source {
  readonly name: string;
  readonly from: string;
  readonly onIndex: boolean;
  readonly grouped: boolean;
  /** The place that spatial functions look at. */
  readonly place: string;
}

const dynamic: Source = {
  name: 'a collection',
  from: 'from Users',
  onIndex: false,
  grouped: false,
  place: 'spatial.point(Lat, Lng)',
};
const groups: Source = { ...dynamic, name: 'groups', from: 'from Users group by Name', grouped: true };
const onIndex = (index: string): Source => ({
  ...dynamic,
  name: index,
  from: `from index '${index}'`,
  onIndex: true,
  place: 'Place',
});

function queryOf(source: Source, place: Place, use: string): string {
  const text = use.replaceAll('PLACE', source.place);
  // Highlights and explanations belong to a search.
  const searched = place === 'include' ? " where search(Name, 'name')" : '';
  // Without a select a group by query returns nothing; select comes before include.
  const selected = source.grouped && !text.includes('key()') ? ' select key(), count()' : '';
  return place === 'include'
    ? `${source.from}${searched}${selected} include ${text}`
    : `${source.from} ${place} ${text}${selected}`;
}

/** What is offered there, with a query for each. */
function offered(source: Source, dialect: Dialect): readonly string[] {
  return places.flatMap((place) =>
    functionsIn({ place, dialect, onIndex: source.onIndex, grouped: source.grouped })
      .filter(({ name }) => !(source.onIndex && name === 'spatial.point' && place === 'where'))
      .map(({ name }) => queryOf(source, place, uses[name]?.[place] ?? `${name} has no use at ${place}`)),
  );
}

const indexes = (['Corax', 'Lucene'] as const).map((engine) => ({
  Name: `By${engine}`,
  Maps: ['from u in docs.Users select new { u.Name, u.Age, Place = CreateSpatialField(u.Lat, u.Lng) }'],
  Fields: {
    Name: { Indexing: 'Search', Suggestions: true, Storage: 'Yes', TermVector: 'WithPositionsAndOffsets' },
  },
  Configuration: { 'Indexing.Static.SearchEngineType': engine },
}));

class Database {
  readonly name = `completion-${randomBytes(4).toString('hex')}`;
  readonly #url: string;

  constructor(url: string) {
    this.#url = url.replace(/\/$/, '');
  }

  async create(): Promise<void> {
    await this.#must('PUT', `/admin/databases?name=${this.name}`, { DatabaseName: this.name });
    for (const number of [1, 2, 3])
      await this.#must('PUT', `/databases/${this.name}/docs?id=users/${number}`, {
        ...{ Name: `name ${number}`, Age: number, Lat: 10.5, Lng: 20.5 },
        '@metadata': { '@collection': 'Users' },
      });
    await this.#must('PUT', `/databases/${this.name}/admin/indexes`, { Indexes: indexes });
  }

  remove(): Promise<unknown> {
    return this.#must('DELETE', '/admin/databases', { DatabaseNames: [this.name], HardDelete: true });
  }

  /** Null when the query is answered, else what the server says. */
  async refusal(query: string): Promise<string | null> {
    const body = { Query: query, WaitForNonStaleResults: true, WaitForNonStaleResultsTimeout: '00:00:15' };
    const answer = await this.#send('POST', `/databases/${this.name}/queries`, body);
    return answer.ok ? null : await answer.text();
  }

  async #must(method: string, path: string, body: unknown): Promise<unknown> {
    const answer = await this.#send(method, path, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.text();
  }

  #send(method: string, path: string, body: unknown): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
}

const realUrl = process.env.ROOKERY_TEST_RAVENDB_URL ?? '';

test('every function has a use at each of its places', () => {
  const missing = functions.flatMap(({ name, places }) =>
    places.filter((place) => uses[name]?.[place] === undefined).map((place) => `${name} at ${place}`),
  );
  expect(missing).toEqual([]);
});

const inOrder =
  'from Users as u where u.Age > 0 order by u.Age load u.Boss as b filter u.Age < 9 select u.Name limit 3';
const exchanged = 'from Users as u load u.Boss as b order by u.Age select u.Name';

function clausesInOrder(database: Database): void {
  test('reads clauses in the order of the grammar', async () => {
    const written = inOrder.split(' ').filter((word) => clauses.some((clause) => clause === word));
    expect(written).toEqual(clauses.filter((clause) => written.includes(clause)));
    expect(await database.refusal(inOrder)).toBeNull();
    expect(await database.refusal(exchanged)).not.toBeNull();
  });
}

describe('the sandbox', () => {
  const database = new Database(inject('serverUrl'));
  beforeAll(() => database.create());
  afterAll(() => database.remove());
  describe.each([dynamic, groups, onIndex('ByCorax')])('on $name', (source) => {
    test.each(offered(source, 'sandbox'))('answers %s', async (query) => {
      expect(await database.refusal(query)).toBeNull();
    });
  });
  clausesInOrder(database);
  test.each(['from Users where vector.search(Name, $v)'])(
    'refuses %s, which is not offered',
    async (query) => {
      expect(await database.refusal(query)).not.toBeNull();
    },
  );
});

describe('a real RavenDB', () => {
  if (realUrl === '') {
    test.skip('the functions offered are answered: ROOKERY_TEST_RAVENDB_URL names no server');
    return;
  }
  const database = new Database(realUrl);
  beforeAll(() => database.create());
  afterAll(() => database.remove());
  describe.each([
    [dynamic, 'corax'],
    [groups, 'corax'],
    [onIndex('ByCorax'), 'corax'],
    [onIndex('ByLucene'), 'lucene'],
  ] as const)('on $name', (source, dialect) => {
    test.each(offered(source, dialect))('answers %s', async (query) => {
      expect(await database.refusal(query)).toBeNull();
    });
  });
  clausesInOrder(database);
  const onLucene = new Set(offered(onIndex('ByLucene'), 'lucene'));
  const notOnLucene = offered(onIndex('ByLucene'), 'corax').filter((query) => !onLucene.has(query));
  test.each(notOnLucene)('refuses %s, which is not offered', async (query) => {
    expect(await database.refusal(query)).not.toBeNull();
  });
  const offeredByCorax = new Set([...offered(dynamic, 'corax'), ...offered(onIndex('ByCorax'), 'corax')]);
  const left = [...offered(dynamic, 'lucene'), ...offered(onIndex('ByCorax'), 'lucene')].filter(
    (query) => !offeredByCorax.has(query),
  );
  test.each(left)('refuses %s, which is not offered', async (query) => {
    expect(await database.refusal(query)).not.toBeNull();
  });
});
