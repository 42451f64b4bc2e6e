/** Policies of time series: how long entries are kept, and the rollups that summarize them. */
import { z } from 'zod';
import { raftRequest, readConfiguration } from './configuration.ts';
import type { DatabaseClient, RequestOptions } from './client.ts';

/** `None` with the value FOREVER: without an end; with 0: not set. */
export const timeValue = z.looseObject({ Value: z.number(), Unit: z.enum(['None', 'Second', 'Month']) });
export type TimeValue = z.infer<typeof timeValue>;

const policy = z.looseObject({
  Name: z.string(),
  RetentionTime: timeValue,
  AggregationTime: timeValue,
});
/** A rollup: the length of its frames, and how long it is kept. */
export type TimeSeriesPolicy = z.infer<typeof policy>;

const rule = z.looseObject({
  Disabled: z.boolean().nullish(),
  /** How long the entries themselves are kept. */
  RawPolicy: z.looseObject({ RetentionTime: timeValue }).nullish(),
  /** The finest first, each of the one before it. */
  Policies: z.array(policy).nullish(),
});
export type TimeSeriesRule = z.infer<typeof rule>;

/** Members that this program does not know are kept. */
export const timeSeriesConfiguration = z.looseObject({
  Collections: z.record(z.string(), rule).nullish(),
});
export type TimeSeriesConfiguration = z.infer<typeof timeSeriesConfiguration>;

export const FOREVER: TimeValue = { Value: 2_147_483_647, Unit: 'None' };

/** Null when not configured. */
export function getTimeSeriesConfiguration(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<TimeSeriesConfiguration | null> {
  return readConfiguration(db, '/timeseries/config', timeSeriesConfiguration, options);
}

/** Deletes entries in the background: on a guarded connection the user confirms it outside of the page first. */
export async function setTimeSeriesConfiguration(
  db: DatabaseClient,
  wanted: TimeSeriesConfiguration,
): Promise<void> {
  const query = raftRequest();
  await db.send('POST', '/admin/timeseries/config', { query, json: wanted, confirm: true });
}
