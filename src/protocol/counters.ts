/** Counters of a document: distributed totals, changed by increments. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const counter = z.looseObject({
  CounterName: z.string(),
  TotalValue: z.number(),
  CounterValues: z.record(z.string(), z.number()).nullish(),
});
/** A name without a counter is a null. */
const answer = z.looseObject({ Counters: z.array(counter.nullable()) });

export interface Counter {
  readonly name: string;
  readonly total: number;
  /** The part of each node, by its tag and database id. */
  readonly values: readonly (readonly [node: string, value: number])[];
}

export async function getCounters(
  db: DatabaseClient,
  id: string,
  options: Signal = {},
): Promise<readonly Counter[]> {
  const query = { docId: id, full: true };
  const { Counters } = await db.read(answer, 'GET', '/counters', { query, ...options });
  return Counters.flatMap((each) =>
    each
      ? [{ name: each.CounterName, total: each.TotalValue, values: Object.entries(each.CounterValues ?? {}) }]
      : [],
  );
}

export type CounterChange =
  | { readonly kind: 'increment'; readonly name: string; readonly by: number }
  | { readonly kind: 'delete'; readonly name: string };

export async function changeCounter(db: DatabaseClient, id: string, change: CounterChange): Promise<void> {
  const operation =
    change.kind === 'delete'
      ? { Type: 'Delete', CounterName: change.name }
      : { Type: 'Increment', CounterName: change.name, Delta: change.by };
  await db.send('POST', '/counters', {
    json: { Documents: [{ DocumentId: id, Operations: [operation] }] },
  });
}
