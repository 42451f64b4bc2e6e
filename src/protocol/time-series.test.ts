import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import {
  deleteTimeSeriesEntries,
  getTimeSeries,
  getTimeSeriesEntries,
  putTimeSeriesEntry,
} from './time-series.ts';

function server(body: unknown) {
  const sent: { path: string; body: unknown }[] = [];
  const port = scriptedPort({
    http: ({ path, body: text }) => {
      sent.push({ path, body: text === undefined ? undefined : JSON.parse(text) });
      return { body: JSON.stringify(body) };
    },
  });
  return { sent, db: new ServerClient(port, 'c').database('Shop') };
}

it('reads names, counts and ranges', async () => {
  const { db } = server({
    TimeSeries: [{ Name: 'HR', NumberOfEntries: 2, StartDate: '2024-01-01', EndDate: '2024-01-02' }],
  });
  expect(await getTimeSeries(db, 'u/1')).toEqual([
    { name: 'HR', entries: 2, start: '2024-01-01', end: '2024-01-02' },
  ]);
});

it('reads a page of entries', async () => {
  const { db, sent } = server({ Entries: [{ Timestamp: '2024-01-01', Tag: null, Values: [1, 2] }] });
  expect(await getTimeSeriesEntries(db, 'u/1', 'HR', { start: 50, size: 25 })).toEqual([
    { time: '2024-01-01', tag: null, values: [1, 2] },
  ]);
  expect(sent[0]?.path).toContain('start=50&pageSize=25');
});

it('appends to a plain series, increments an incremental one and deletes an exact range', async () => {
  const { db, sent } = server({});
  const entry = { time: 't', tag: 'w/1', values: [1] };
  await putTimeSeriesEntry(db, 'u/1', 'HR', entry);
  await putTimeSeriesEntry(db, 'u/1', 'INC:x', entry);
  await deleteTimeSeriesEntries(db, 'u/1', 'HR', 't', 't');
  expect(sent.map(({ body }) => body)).toEqual([
    { Name: 'HR', Appends: [{ Timestamp: 't', Values: [1], Tag: 'w/1' }] },
    { Name: 'INC:x', Increments: [{ Timestamp: 't', Values: [1] }] },
    { Name: 'HR', Deletes: [{ From: 't', To: 't' }] },
  ]);
});
