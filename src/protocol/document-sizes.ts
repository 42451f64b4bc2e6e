/** Sizes of documents as the server reports them, without their content. */
import { z } from 'zod';
import { readJson, type DatabaseClient, type RequestOptions } from './client.ts';
import { multiGet } from './multi-get.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const sizeAnswer = z.looseObject({
  ActualSize: z.number(),
  AllocatedSize: z.number(),
  IsCompressed: z.boolean().optional(),
});

export interface DocumentSize {
  /** Size of the document in bytes. */
  readonly actual: number;
  /** Allocated bytes in the data file. */
  readonly allocated: number;
  readonly compressed: boolean;
}

/** Null when the document does not exist or the server lacks this endpoint. */
export async function getDocumentSize(
  db: DatabaseClient,
  id: string,
  options: Signal = {},
): Promise<DocumentSize | null> {
  const response = await db.send('GET', '/docs/size', { query: { id }, accept: [400, 404], ...options });
  if (response.status >= 400) return null;
  return toSize(readJson(sizeAnswer, db.path('/docs/size'), response.body));
}

/** Of many documents in one request, in the order of the ids; null as for one. */
export async function getDocumentSizes(
  db: DatabaseClient,
  ids: readonly string[],
  options: Signal = {},
): Promise<readonly (DocumentSize | null)[]> {
  const reads = ids.map((id) => ({ path: '/docs/size', query: { id } }));
  return (await multiGet(db, reads, options)).map((answer) => {
    if (answer?.status !== 200) return null;
    const read = sizeAnswer.safeParse(answer.result);
    return read.success ? toSize(read.data) : null;
  });
}

function toSize(read: z.output<typeof sizeAnswer>): DocumentSize {
  return { actual: read.ActualSize, allocated: read.AllocatedSize, compressed: read.IsCompressed ?? false };
}
