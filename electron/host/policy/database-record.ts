/**
 * The body of `PUT /admin/databases`. A record may carry indexes (whose code runs in the server), tasks that send data
 * elsewhere and folders to store in. Without them, creating a database is a harmless write.
 */
import { z } from 'zod';
import { readJsonBody } from './json-body.ts';

const minimalRecord = z.strictObject({
  DatabaseName: z.string(),
  Disabled: z.boolean().optional(),
  Settings: z.strictObject({}).optional(),
});

/** The record serialised again, or undefined when it contains more than a name. */
export function minimalDatabaseRecord(body: string): string | undefined {
  const parsed = minimalRecord.safeParse(readJsonBody(body)?.value);
  return parsed.success ? JSON.stringify(parsed.data) : undefined;
}
