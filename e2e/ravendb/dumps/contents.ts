/** Fills a database with everything a dump carries, and reads it back in a form that two servers can be compared by. */
import { z } from 'zod';

export interface Target {
  readonly url: string;
  readonly database: string;
}

const document = z.looseObject({
  '@metadata': z.looseObject({
    '@id': z.string(),
    '@collection': z.string().optional(),
    '@last-modified': z.string(),
    '@archived': z.boolean().optional(),
    '@expires': z.string().optional(),
    '@counters': z.array(z.string()).optional(),
    '@timeseries': z.array(z.string()).optional(),
    '@attachments': z
      .array(z.looseObject({ Name: z.string(), Hash: z.string(), ContentType: z.string(), Size: z.number() }))
      .optional(),
  }),
});
type Document = z.output<typeof document>;
const documents = z.looseObject({ Results: z.array(document) });
const counters = z.looseObject({
  Counters: z.array(z.looseObject({ CounterName: z.string(), TotalValue: z.number() }).nullable()),
});
const seriesNames = z.looseObject({ TimeSeries: z.array(z.looseObject({ Name: z.string() })) });
const seriesEntries = z.looseObject({
  Entries: z.array(
    z.object({ Timestamp: z.string(), Values: z.array(z.number()), Tag: z.string().nullish() }),
  ),
});
const indexes = z.looseObject({
  Results: z.array(
    z.looseObject({
      Name: z.string(),
      Type: z.string(),
      Maps: z.array(z.string()),
      Reduce: z.string().nullish(),
    }),
  ),
});

export async function ask(
  { url, database }: Target,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const reply = await fetch(`${url}/databases/${database}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${String(reply.status)} ${text.slice(0, 500)}`);
  return text === '' ? null : (JSON.parse(text) as unknown);
}

const inCollection = (collection: string, more: object = {}) => ({
  '@metadata': { '@collection': collection, ...more },
});

export async function fill(target: Target): Promise<void> {
  await ask(target, 'POST', '/admin/revisions/config', {
    Default: null,
    Collections: { Users: { Disabled: false, MinimumRevisionsToKeep: 2, PurgeOnDelete: false } },
  });
  const save = (id: string, body: object) => ask(target, 'PUT', `/docs?id=${encodeURIComponent(id)}`, body);
  for (const age of [1, 2, 3]) {
    await save('users/1', {
      Name: 'Ann "the first"',
      Age: age,
      Nested: { Äö: [1, 2.5, null] },
      ...inCollection('Users'),
    });
    await save('users/2', { Name: '🦅', Age: age, ...inCollection('Users') });
  }
  await save('users/gone', { Name: 'Gone', ...inCollection('Users') });
  await ask(target, 'DELETE', '/docs?id=users/gone');
  await save('orders/1', {
    Total: 12345678901234.5,
    Text: 'x'.repeat(5_000),
    ...inCollection('Orders', { '@expires': '2999-01-01T00:00:00.0000000Z' }),
  });
  await save('bare', {});
  const attach = async (id: string, name: string, type: string, bytes: string) => {
    const query = `id=${encodeURIComponent(id)}&name=${encodeURIComponent(name)}&contentType=${encodeURIComponent(type)}`;
    const path = `${target.url}/databases/${target.database}/attachments?${query}`;
    const reply = await fetch(path, { method: 'PUT', body: bytes });
    if (!reply.ok) throw new Error(`attachment ${name}: ${String(reply.status)} ${await reply.text()}`);
  };
  await attach('users/1', 'notes.txt', 'text/plain', 'the same content');
  await attach('orders/1', 'copy.txt', 'text/plain', 'the same content');
  await attach('orders/1', 'a|b.bin', 'application/octet-stream', 'other');
  await ask(target, 'POST', '/counters', {
    Documents: [
      {
        DocumentId: 'users/2',
        Operations: [
          { Type: 'Increment', CounterName: 'Likes', Delta: 5 },
          { Type: 'Increment', CounterName: 'Views', Delta: -2 },
        ],
      },
    ],
  });
  await appendSeries(target);
  await ask(target, 'POST', '/identity/next?name=invoices');
  await ask(target, 'POST', '/identity/next?name=invoices');
  await ask(target, 'PUT', '/admin/indexes', {
    Indexes: [{ Name: 'ByName', Maps: ["map('Users', user => ({ Name: user.Name }))"] }],
  });
  await ask(target, 'POST', '/queries', { Query: 'from Users where Age > 1', WaitForNonStaleResults: true });
}

const start = Date.UTC(2026, 0, 1);
const at = (milliseconds: number): string =>
  new Date(start + milliseconds).toISOString().replace('Z', '0000Z');

/** Entries with all that a series can have: gaps, several numbers, tags, deleted ranges, increments. */
async function appendSeries(target: Target): Promise<void> {
  const change = (docId: string, body: object) =>
    ask(target, 'POST', `/timeseries?docId=${encodeURIComponent(docId)}`, body);
  const many = Array.from({ length: 3_000 }, (_, index) => ({
    Timestamp: at(index * 60_000 + (index % 7) * 13),
    Values: [60 + (index % 30), ...(index % 5 === 0 ? [Math.sin(index)] : [])],
    Tag: index % 11 === 0 ? `watches/${String(index % 40)}` : null,
  }));
  await change('users/1', { Name: 'HeartRate', Appends: many });
  await change('users/1', {
    Name: 'HeartRate',
    Deletes: [{ From: at(600_000), To: at(6_000_000) }],
  });
  await change('users/2', {
    Name: 'Öl/Druck',
    Appends: [
      { Timestamp: at(-4_000_000_000_000), Values: [-0, 1e300, 0.1], Tag: 'x'.repeat(200) },
      { Timestamp: at(0), Values: [1.5] },
      { Timestamp: at(90 * 86_400_000), Values: [Number.MAX_SAFE_INTEGER, -7] },
    ],
  });
  const increments = [1, 2, 3].map((index) => ({ Timestamp: at(index * 1000), Values: [index, 10 * index] }));
  await change('users/2', { Name: 'INC:Downloads', Increments: increments });
  await change('users/2', { Name: 'INC:Downloads', Increments: [{ Timestamp: at(2000), Values: [-7] }] });
}

async function seriesOf(target: Target, id: string) {
  const docId = encodeURIComponent(id);
  const found = seriesNames.parse(await ask(target, 'GET', `/timeseries/stats?docId=${docId}`)).TimeSeries;
  return Promise.all(
    found
      .sort((a, b) => (a.Name.toLowerCase() < b.Name.toLowerCase() ? -1 : 1))
      .map(async ({ Name }) => {
        const path = `/timeseries?docId=${docId}&name=${encodeURIComponent(Name)}&start=0&pageSize=10000`;
        const { Entries } = seriesEntries.parse(await ask(target, 'GET', path));
        // The tags of increments name the database.
        const entries = Name.startsWith('INC:')
          ? Entries.map(({ Timestamp, Values }) => ({ Timestamp, Values }))
          : Entries;
        return { Name, entries };
      }),
  );
}

async function attachmentsOf(target: Target, { '@metadata': metadata }: Document) {
  return Promise.all(
    (metadata['@attachments'] ?? []).map(async ({ Name, Hash, ContentType, Size }) => {
      const query = `id=${encodeURIComponent(metadata['@id'])}&name=${encodeURIComponent(Name)}`;
      const reply = await fetch(`${target.url}/databases/${target.database}/attachments?${query}`);
      return { Name, Hash, ContentType, Size, content: await reply.text() };
    }),
  );
}

/** A document or revision without what belongs to one server. */
function comparable({ '@metadata': metadata, ...body }: Document) {
  // RavenDB writes a document again when its counters or time series arrive, so its date is the date of the import.
  const isWrittenAgain = metadata['@counters'] !== undefined || metadata['@timeseries'] !== undefined;
  const date = isWrittenAgain ? undefined : metadata['@last-modified'];
  return {
    id: metadata['@id'],
    body,
    collection: metadata['@collection'],
    date,
    archived: metadata['@archived'] ?? false,
    expires: metadata['@expires'],
    counters: [...(metadata['@counters'] ?? [])].sort(),
  };
}

export async function contents(target: Target) {
  const found = documents.parse(await ask(target, 'GET', '/docs?start=0&pageSize=1000')).Results;
  found.sort((a, b) => (a['@metadata']['@id'] < b['@metadata']['@id'] ? -1 : 1));
  const read = await Promise.all(
    found.map(async (each) => {
      const id = encodeURIComponent(each['@metadata']['@id']);
      const revisions = documents.parse(await ask(target, 'GET', `/revisions?id=${id}&start=0&pageSize=100`));
      const counted = counters.parse(await ask(target, 'GET', `/counters?docId=${id}`)).Counters;
      return {
        ...comparable(each),
        attachments: await attachmentsOf(target, each),
        series: 'Name' in each ? await seriesOf(target, each['@metadata']['@id']) : [],
        revisions: revisions.Results.map((one) => {
          const { body, collection } = comparable(one);
          // Revisions keep their dates, also those with counters.
          return { body, date: one['@metadata']['@last-modified'], collection };
        }),
        values: counted.flatMap((one) => (one === null ? [] : [[one.CounterName, one.TotalValue]])).sort(),
      };
    }),
  );
  const defined = indexes.parse(await ask(target, 'GET', '/indexes?start=0&pageSize=100')).Results;
  return {
    documents: read,
    indexes: defined
      .map(({ Name, Type, Maps }) => ({ Name, Type, maps: Type.startsWith('Auto') ? [] : Maps }))
      .sort((a, b) => (a.Name < b.Name ? -1 : 1)),
    identities: await ask(target, 'GET', '/debug/identities'),
    revisions: await ask(target, 'GET', '/revisions/config'),
  };
}
