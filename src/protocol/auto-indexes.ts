/** The automatic indexes of a database with the times of their creation and last query. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { isAutoIndex } from './index-creation.ts';
import { parseServerDate } from './server-date.ts';

export interface AutoIndex {
  readonly name: string;
  /** Epoch ms of the server's clock; NaN where the server does not report it. */
  readonly created: number;
  readonly queried: number;
}

const stats = z.looseObject({
  Results: z
    .array(
      z.looseObject({
        Name: z.string(),
        CreatedTimestamp: z.string().nullish().catch(null),
        LastQueryingTime: z.string().nullish().catch(null),
      }),
    )
    .nullish(),
});

export async function getAutoIndexes(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly AutoIndex[]> {
  const { Results } = await db.read(stats, 'GET', '/indexes/stats', options);
  return (Results ?? [])
    .filter(({ Name }) => isAutoIndex(Name))
    .map(({ Name, CreatedTimestamp, LastQueryingTime }) => ({
      name: Name,
      created: parseServerDate(CreatedTimestamp ?? ''),
      queried: parseServerDate(LastQueryingTime ?? ''),
    }));
}
