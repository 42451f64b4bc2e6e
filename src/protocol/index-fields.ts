/** Which fields a static index stores: `GET /databases/{db}/indexes?name=`. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

const wire = z.looseObject({
  Results: z
    .array(
      z.looseObject({
        Fields: z
          .record(
            z.string(),
            z.looseObject({ Storage: z.string().nullish().catch(null) }).catch({ Storage: null }),
          )
          .nullish()
          .catch(null),
      }),
    )
    .nullish()
    .catch(null),
});

export interface StoredFields {
  readonly names: ReadonlySet<string>;
  /** Fields that the definition does not name are stored too. */
  readonly all: boolean;
}

const EVERY_OTHER = '__all_fields';

export async function getStoredFields(
  db: DatabaseClient,
  index: string,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<StoredFields> {
  const answer = await db.read(wire, 'GET', '/indexes', { query: { name: index }, ...options });
  const fields = Object.entries(answer.Results?.[0]?.Fields ?? {});
  const stored = fields.filter(([, { Storage }]) => Storage === 'Yes').map(([name]) => name);
  return { names: new Set(stored), all: stored.includes(EVERY_OTHER) };
}
