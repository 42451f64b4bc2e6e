import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

const statsAnswer = z.looseObject({ Results: z.array(z.looseObject({ Name: z.string() })).nullish() });

/** The names of all indexes of a database, sorted. */
export async function getIndexNames(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly string[]> {
  const read = await db.read(statsAnswer, 'GET', '/indexes/stats', options);
  return (read.Results ?? []).map((each) => each.Name).sort((a, b) => a.localeCompare(b));
}
