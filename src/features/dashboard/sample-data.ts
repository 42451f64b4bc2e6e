/**
 * The sample shop: companies, employees, products, orders. The documents are a separate file, fetched on demand and
 * written through the normal API, to the sandbox or to a server.
 */
import { z } from 'zod';
import { PortError } from '../../contract/index.ts';
import type { DatabaseClient } from '../../protocol/client.ts';
import { existingIds } from '../../protocol/documents.ts';
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

/** What a fill would do to a database. */
export interface SamplePlan {
  readonly added: SampleData['documents'];
  /** Ids that the database has already, with whatever content. */
  readonly existing: SampleData['documents'];
}

export async function planSampleData(database: DatabaseClient, signal?: AbortSignal): Promise<SamplePlan> {
  const { documents } = await loadSampleData(signal);
  const taken = new Set<string>();
  for (let from = 0; from < documents.length; from += BATCH) {
    const ids = documents.slice(from, from + BATCH).map((each) => each.Id);
    for (const id of await existingIds(database, ids, { signal })) taken.add(id.toLowerCase());
  }
  const exists = (each: { readonly Id: string }): boolean => taken.has(each.Id.toLowerCase());
  return {
    added: documents.filter((each) => !exists(each)),
    existing: documents.filter(exists),
  };
}

/**
 * Resolves with the number of written documents. On cancel, written documents stay. Without `overwrite`, documents
 * of the plan must still be new: one that was created meanwhile fails its batch instead of being replaced.
 */
export async function fillSampleData(
  database: DatabaseClient,
  plan: SamplePlan,
  { overwrite }: { readonly overwrite: boolean },
  onProgress: SampleProgress,
  signal: AbortSignal,
): Promise<number> {
  const commands = [
    // An empty change vector means that the document must not exist.
    ...plan.added.map((each) => ({ ...put(each), ChangeVector: '' })),
    ...(overwrite ? plan.existing.map((each) => ({ ...put(each), ChangeVector: null })) : []),
  ];
  onProgress(0, commands.length);
  for (let from = 0; from < commands.length; from += BATCH) {
    const Commands = commands.slice(from, from + BATCH);
    await database.send('POST', '/bulk_docs', { json: { Commands }, signal, timeoutMs: 60_000 });
    onProgress(Math.min(from + BATCH, commands.length), commands.length);
  }
  return commands.length;
}

function put(each: SampleData['documents'][number]) {
  return { Type: 'PUT', Id: each.Id, Document: each.Document };
}
