import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const file = new URL('../../assets/sample/shop.json', import.meta.url);
const sample = z.object({
  documents: z.array(
    z.object({
      Id: z.string(),
      Document: z.looseObject({
        Freight: z.number().optional(),
        '@metadata': z.looseObject({ '@collection': z.string().optional() }).optional(),
      }),
    }),
  ),
});

/** The documents that the dialog of a new database adds on request. */
export async function sampleDocuments(): Promise<z.infer<typeof sample>['documents']> {
  return sample.parse(JSON.parse(await readFile(file, 'utf8'))).documents;
}
