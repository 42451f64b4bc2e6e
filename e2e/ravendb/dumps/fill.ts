/** Fills a database with everything a dump carries. */
import { ask, type Target } from './ask.ts';

const inCollection = (collection: string, more: object = {}) => ({
  '@metadata': { '@collection': collection, ...more },
});

/** `subscription`: with one; servers without a license allow fifteen in all databases. */
export async function fill(target: Target, { subscription }: { subscription: boolean }): Promise<void> {
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
  await save('shops/1', { Lat: 48.2, Lng: 16.4, ...inCollection('Shops') });
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
    Indexes: [
      { Name: 'ByName', Maps: ["map('Users', user => ({ Name: user.Name }))"] },
      {
        Name: 'CountOfNames',
        Maps: ["map('Users', user => ({ Name: user.Name, Count: 1 }))"],
        Reduce:
          'groupBy(one => one.Name).aggregate(group => ({ Name: group.key, Count: group.values.length }))',
      },
    ],
  });
  for (const query of [
    'from Users where Age > 1',
    'from Users group by Age select Age, count()',
    'from Shops where spatial.within(spatial.point(Lat, Lng), spatial.circle(10, 48, 16))',
  ])
    await ask(target, 'POST', '/queries', { Query: query, WaitForNonStaleResults: true });
  await configure(target);
  if (subscription) await ask(target, 'PUT', '/subscriptions', { Name: 'all users', Query: 'from Users' });
}

async function configure(target: Target): Promise<void> {
  await ask(target, 'PUT', '/cmpxchg?key=emails/ann&index=0', { Object: 'users/1' });
  await ask(target, 'PUT', '/cmpxchg?key=limits&index=0', { Object: { Most: 5, List: [1, null] } });
  // Seldom enough for a server without a license.
  const frequency = 200_000;
  await ask(target, 'POST', '/admin/expiration/config', {
    Disabled: false,
    DeleteFrequencyInSec: frequency,
  });
  await ask(target, 'POST', '/admin/refresh/config', { Disabled: false, RefreshFrequencyInSec: frequency });
  await ask(target, 'POST', '/admin/revisions/conflicts/config', { Disabled: false, PurgeOnDelete: true });
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
