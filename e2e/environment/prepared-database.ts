import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { z } from 'zod';
import type { SecondClientResponse } from './second-client.ts';

const sampleFile = join(import.meta.dirname, '../../assets/sample/shop.json');
const sample = z.object({ documents: z.array(z.object({ Id: z.string(), Document: z.unknown() })) });

export interface DatabaseContents {
  /** The documents that the dialog adds on request. */
  readonly sampleData: boolean;
  /** Those of the database record. */
  readonly settings?: Readonly<Record<string, string>>;
}

type Send = (method: string, path: string, body: unknown) => Promise<SecondClientResponse>;

/** Creates a database by requests alone: the dialog takes seconds, and has flows of its own. */
export async function prepareDatabase(
  send: Send,
  name: string,
  { sampleData, settings = {} }: DatabaseContents,
): Promise<void> {
  const created = await send('PUT', `/admin/databases?name=${encodeURIComponent(name)}`, {
    DatabaseName: name,
    Settings: settings,
  });
  expect(created.status, created.body).toBe(201);
  if (!sampleData) return;
  const { documents } = sample.parse(JSON.parse(await readFile(sampleFile, 'utf8')));
  const written = await send('POST', `/databases/${encodeURIComponent(name)}/bulk_docs`, {
    Commands: documents.map((each) => ({ ...each, Type: 'PUT', ChangeVector: '' })),
  });
  expect(written.status, written.body).toBe(201);
}
