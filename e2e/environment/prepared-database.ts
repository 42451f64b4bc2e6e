import { expect } from '@playwright/test';
import { sampleDocuments } from './sample-data.ts';
import type { SecondClientResponse } from './second-client.ts';

export interface DatabaseContents {
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
  const documents = await sampleDocuments();
  const written = await send('POST', `/databases/${encodeURIComponent(name)}/bulk_docs`, {
    Commands: documents.map((each) => ({ ...each, Type: 'PUT', ChangeVector: '' })),
  });
  expect(written.status, written.body).toBe(201);
}
