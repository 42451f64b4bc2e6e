/** Everything a dump carries, read in a form that two servers can be compared by. */
import { z } from 'zod';
import { ask, type Target } from './ask.ts';

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
const exchanges = z.object({ Results: z.array(z.object({ Key: z.string(), Value: z.unknown() })) });
const subscriptions = z.looseObject({
  Results: z.array(z.object({ SubscriptionName: z.string(), Query: z.string(), Disabled: z.boolean() })),
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

/** The revisions of a deleted document, and whether the bin lists it. */
async function deletedOf(target: Target, id: string) {
  const path = `/revisions?id=${encodeURIComponent(id)}&start=0&pageSize=100`;
  const kept = documents.parse(await ask(target, 'GET', path)).Results;
  const bin = documents.parse(await ask(target, 'GET', '/revisions/bin?start=0&pageSize=100')).Results;
  return {
    revisions: kept.map((one) => ({ body: comparable(one).body, date: one['@metadata']['@last-modified'] })),
    isInBin: bin.map((one) => one['@metadata']['@id']).includes(id),
  };
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
      .map(({ Name, Type, Maps, Reduce }) => {
        const isAutomatic = Type.startsWith('Auto');
        return { Name, Type, maps: isAutomatic ? [] : Maps, reduce: isAutomatic ? null : (Reduce ?? null) };
      })
      .sort((a, b) => (a.Name < b.Name ? -1 : 1)),
    deleted: await deletedOf(target, 'users/gone'),
    exchanges: exchanges.parse(await ask(target, 'GET', '/cmpxchg?start=0&pageSize=100')).Results,
    subscriptions: subscriptions.parse(await ask(target, 'GET', '/subscriptions?start=0&pageSize=100'))
      .Results,
    identities: await ask(target, 'GET', '/debug/identities'),
    revisions: await ask(target, 'GET', '/revisions/config'),
    conflicts: await ask(target, 'GET', '/revisions/conflicts/config'),
    expiration: await ask(target, 'GET', '/expiration/config'),
    refresh: await ask(target, 'GET', '/refresh/config'),
  };
}
