/** Documents of the patch flows, read and written without the screen. */
import { z } from 'zod';
import { expect } from '../fixtures.ts';
import type { Shell } from './shell.ts';

const queryAnswer = z.object({ TotalResults: z.number(), Results: z.array(z.unknown()) });

/** How many documents a query finds; reads the whole answer, so that no index can be stale. */
export async function countMatches(shell: Shell, database: string, query: string): Promise<number> {
  const { status, body } = await shell.requestBehindTheBack('POST', `/databases/${database}/queries`, {
    Query: query,
    WaitForNonStaleResults: true,
  });
  expect(status, body).toBe(200);
  return queryAnswer.parse(JSON.parse(body)).TotalResults;
}

/** Saves the same document under each id, in the collection Items. */
export const writeItems = async (
  shell: Shell,
  database: string,
  ids: readonly string[],
  document: object,
) => {
  for (const id of ids)
    await shell.writeBehindTheBack(database, id, { ...document, '@metadata': { '@collection': 'Items' } });
};
