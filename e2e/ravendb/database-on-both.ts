/** A database on `rookeryd` and on a real RavenDB for the tests of a file. */
import { afterAll, beforeAll, inject } from 'vitest';
import { sendJson } from './json-request.ts';

/** To be called in a `describe`. Makes the database and fills it on both, and deletes it afterwards; returns the address of `rookeryd`. */
export function databaseOnBoth(
  realUrl: string,
  database: string,
  fill: (url: string) => Promise<void>,
): string {
  const ours = inject('serverUrl');
  const onBoth = (work: (url: string) => Promise<unknown>) => Promise.all([ours, realUrl].map(work));
  beforeAll(async () => {
    await onBoth(async (url) => {
      await sendJson(url, 'PUT', `/admin/databases?name=${database}`, { DatabaseName: database });
      await fill(url);
    });
  });
  afterAll(async () => {
    const body = { DatabaseNames: [database], HardDelete: true };
    await onBoth((url) => sendJson(url, 'DELETE', '/admin/databases', body));
  });
  return ours;
}
