/** Several small reads in one request: the server answers them one by one. */
import { z } from 'zod';
import { PortError } from '../contract/index.ts';
import { queryString, type DatabaseClient, type RequestOptions } from './client.ts';

const answer = z.looseObject({ Results: z.array(z.unknown()) });

const oneAnswer = z.looseObject({
  StatusCode: z.number(),
  Result: z.unknown(),
  ForceRetry: z.boolean().nullish().catch(null),
});

export interface OneRead {
  /** Below `/databases/{name}`. */
  readonly path: string;
  readonly query: NonNullable<RequestOptions['query']>;
}

export interface OneAnswer {
  readonly status: number;
  readonly result: unknown;
}

/** In the order of the reads; null where the server gave no readable answer. */
export async function multiGet(
  db: DatabaseClient,
  reads: readonly OneRead[],
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly (OneAnswer | null)[]> {
  const answers = new Array<OneAnswer | null>(reads.length).fill(null);
  let left = reads.map((read, index) => ({ read, index }));
  while (left.length > 0) {
    const Requests = left.map(({ read }) => ({
      Url: db.path(read.path),
      Query: queryString(read.query),
      Method: 'GET',
      Headers: {},
    }));
    const { Results } = await db.read(answer, 'POST', '/multi_get', { json: { Requests }, ...options });
    if (Results.length !== left.length)
      throw new PortError({
        code: 'not-ravendb',
        message: `The response from ${db.path('/multi_get')} has a different number of results than requests (${Results.length} instead of ${left.length}). Check that the address is a RavenDB server and not a proxy.`,
      });
    const postponed: typeof left = [];
    for (const [at, each] of left.entries()) {
      const read = oneAnswer.safeParse(Results[at]);
      if (!read.success) continue;
      // Answers that together take too much memory of the server have to be requested again.
      if (read.data.ForceRetry === true) postponed.push(each);
      else answers[each.index] = { status: read.data.StatusCode, result: read.data.Result };
    }
    if (postponed.length === left.length) break;
    left = postponed;
  }
  return answers;
}
