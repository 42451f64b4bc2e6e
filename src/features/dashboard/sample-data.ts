/**
 * The sample shop: companies, employees, products, orders. The documents are a separate file, fetched on demand and
 * written through the normal API, to the sandbox or to a server.
 */
import { z } from 'zod';
import { PortError } from '../../contract/index.ts';
import type { DatabaseClient } from '../../protocol/client.ts';
import sampleUrl from '../../../assets/sample/shop.json?url';

const BATCH = 250;

const sample = z.object({
  name: z.string(),
  documents: z.array(z.object({ Id: z.string(), Document: z.record(z.string(), z.unknown()) })),
});
export type SampleData = z.infer<typeof sample>;

export async function loadSampleData(signal?: AbortSignal): Promise<SampleData> {
  let text: string;
  try {
    const response = await fetch(sampleUrl, signal ? { signal } : {});
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted)
      throw new PortError({ code: 'cancelled', message: 'Loading the sample data was cancelled.' });
    throw new PortError({
      code: 'internal',
      message: 'The sample data file could not be read. Reload the window. If that fails, reinstall Rookery.',
      detail: `${sampleUrl}\n${String(cause)}`,
    });
  }
  return sample.parse(JSON.parse(text));
}

export type SampleProgress = (written: number, total: number) => void;

/** Resolves with the number of written documents. On cancel, written documents stay. */
export async function fillSampleData(
  database: DatabaseClient,
  onProgress: SampleProgress,
  signal: AbortSignal,
): Promise<number> {
  const { documents } = await loadSampleData(signal);
  onProgress(0, documents.length);
  for (let from = 0; from < documents.length; from += BATCH) {
    const Commands = documents
      .slice(from, from + BATCH)
      .map((each) => ({ Type: 'PUT', Id: each.Id, ChangeVector: null, Document: each.Document }));
    await database.send('POST', '/bulk_docs', { json: { Commands }, signal, timeoutMs: 60_000 });
    onProgress(Math.min(from + BATCH, documents.length), documents.length);
  }
  return documents.length;
}
