/** Time series of a document: entries of a time, up to 32 numbers and a tag. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const stats = z.looseObject({
  TimeSeries: z.array(
    z.looseObject({
      Name: z.string(),
      NumberOfEntries: z.number(),
      StartDate: z.string(),
      EndDate: z.string(),
    }),
  ),
});
const range = z.looseObject({
  Entries: z.array(
    z.looseObject({
      Timestamp: z.string(),
      Tag: z.string().nullish(),
      Values: z.array(z.number()),
      IsRollup: z.boolean().nullish(),
    }),
  ),
});

export interface TimeSeries {
  readonly name: string;
  readonly entries: number;
  /** ISO text of the first and the last entry. */
  readonly start: string;
  readonly end: string;
}

export interface TimeSeriesEntry {
  /** ISO text, in UTC. */
  readonly time: string;
  readonly tag: string | null;
  readonly values: readonly number[];
}

export async function getTimeSeries(
  db: DatabaseClient,
  id: string,
  options: Signal = {},
): Promise<readonly TimeSeries[]> {
  const { TimeSeries: all } = await db.read(stats, 'GET', '/timeseries/stats', {
    query: { docId: id },
    ...options,
  });
  return all.map((each) => ({
    name: each.Name,
    entries: each.NumberOfEntries,
    start: each.StartDate,
    end: each.EndDate,
  }));
}

/** Entries in the order of their times. `size` is at least 1. */
export async function getTimeSeriesEntries(
  db: DatabaseClient,
  id: string,
  name: string,
  { start, size }: { readonly start: number; readonly size: number },
  options: Signal = {},
): Promise<readonly TimeSeriesEntry[]> {
  const { Entries } = await db.read(range, 'GET', '/timeseries', {
    query: { docId: id, name, start, pageSize: size },
    ...options,
  });
  return Entries.map((each) => ({ time: each.Timestamp, tag: each.Tag ?? null, values: each.Values }));
}

/** Values add up instead of replacing each other; such a series takes increments only. */
export const isIncremental = (name: string): boolean => /^inc:/i.test(name);

/** A rolled-up series is written by the server alone. */
export const isRollup = (name: string): boolean => name.includes('@');

/** Replaces the entry of the same time; adds to it in an incremental series. */
export async function putTimeSeriesEntry(
  db: DatabaseClient,
  id: string,
  name: string,
  { time, tag, values }: TimeSeriesEntry,
): Promise<void> {
  await change(db, id, {
    Name: name,
    ...(isIncremental(name)
      ? { Increments: [{ Timestamp: time, Values: values }] }
      : { Appends: [{ Timestamp: time, Values: values, Tag: tag }] }),
  });
}

/** Deletes the entries from a time to another, both included. */
export async function deleteTimeSeriesEntries(
  db: DatabaseClient,
  id: string,
  name: string,
  from: string,
  to: string,
): Promise<void> {
  await change(db, id, { Name: name, Deletes: [{ From: from, To: to }] });
}

async function change(db: DatabaseClient, id: string, json: object): Promise<void> {
  await db.send('POST', '/timeseries', { query: { docId: id }, json });
}
