/** Sizes of index files, from the storage report. */
import type { DatabaseClient, RequestOptions } from './client.ts';
import { getStorageReport } from './storage-report.ts';

/** In bytes. */
export interface IndexSize {
  readonly data: number;
  /** Of the data file; null where the server does not report it. */
  readonly used: number | null;
  readonly journals: number;
  /** Temporary files, deleted when the index closes; not part of its size. */
  readonly temporary: number;
}

/** By name. Empty when the server reports no index. */
export async function getIndexSizes(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<ReadonlyMap<string, IndexSize>> {
  const sizes = new Map<string, IndexSize>();
  for (const { name, type, data, used, journals, temporary } of await getStorageReport(db, options))
    if (type === 'Index' && data !== null) sizes.set(name, { data, used, journals, temporary });
  return sizes;
}
