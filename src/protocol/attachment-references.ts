/** How many attachments have the same content: the server stores it once. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { multiGet } from './multi-get.ts';

const hashAnswer = z.looseObject({ Count: z.number() });

/** Of documents and of revisions together, in the order of the hashes; null where the server does not report it. */
export async function getAttachmentReferences(
  db: DatabaseClient,
  hashes: readonly string[],
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly (number | null)[]> {
  const reads = hashes.map((hash) => ({ path: '/debug/attachments/hash', query: { hash } }));
  return (await multiGet(db, reads, options)).map((answer) => {
    if (answer?.status !== 200) return null;
    const read = hashAnswer.safeParse(answer.result);
    return read.success ? read.data.Count : null;
  });
}
