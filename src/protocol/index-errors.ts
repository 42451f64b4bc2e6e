/** Errors of indexes: what failed, on which document. Servers keep the last few hundred per index. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

const text = z.string().nullish().catch(null);

const errorsAnswer = z.looseObject({
  Results: z
    .array(
      z.looseObject({
        Name: z.string(),
        Errors: z
          .array(z.looseObject({ Timestamp: text, Document: text, Action: text, Error: text }))
          .nullish(),
      }),
    )
    .nullish(),
});

export interface IndexError {
  readonly index: string;
  readonly timestamp: string | null;
  /** Null for an error that is not about one document. */
  readonly document: string | null;
  /** `Map`, `Reduce`, `Analyzer`, … */
  readonly action: string;
  readonly message: string;
}

/** Newest first. Without a name, the errors of all indexes. */
export async function getIndexErrors(
  db: DatabaseClient,
  name: string | null,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly IndexError[]> {
  const read = await db.read(errorsAnswer, 'GET', '/indexes/errors', {
    query: { name: name ?? undefined },
    ...options,
  });
  return (read.Results ?? [])
    .flatMap((each) =>
      (each.Errors ?? []).map((error) => ({
        index: each.Name,
        timestamp: error.Timestamp ?? null,
        document: error.Document ?? null,
        action: error.Action ?? '',
        message: error.Error ?? '',
      })),
    )
    .sort((a, b) => (b.timestamp ?? '').localeCompare(a.timestamp ?? ''));
}

/** Without names, the errors of all indexes are removed. */
export async function clearIndexErrors(db: DatabaseClient, names: readonly string[] = []): Promise<void> {
  await db.send('DELETE', '/indexes/errors', { query: names.length === 0 ? {} : { name: names } });
}
