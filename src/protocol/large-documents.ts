/** Documents of more than 5 MB. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { ServerError } from './server-error.ts';

const answer = z.looseObject({
  Results: z.array(z.looseObject({ Id: z.string(), Size: z.number().nullish().catch(null) })).nullish(),
});

export interface LargeDocument {
  readonly id: string;
  /** As stored; null when the server does not report it. */
  readonly bytes: number | null;
}

/**
 * The largest first. RavenDB names those that it loaded since its start; the sandbox reads all documents. Null when
 * the server has no such list.
 */
export async function getLargeDocuments(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal' | 'timeoutMs'> = {},
): Promise<readonly LargeDocument[] | null> {
  try {
    const read = await db.read(answer, 'GET', '/debug/documents/huge', options);
    // RavenDB lists a document once for each load, the latest first.
    const byId = new Map<string, LargeDocument>();
    for (const { Id, Size } of read.Results ?? [])
      if (!byId.has(Id)) byId.set(Id, { id: Id, bytes: Size ?? null });
    return [...byId.values()].sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0) || a.id.localeCompare(b.id));
  } catch (thrown) {
    if (thrown instanceof ServerError && thrown.type === 'RouteNotFoundException') return null;
    throw thrown;
  }
}
