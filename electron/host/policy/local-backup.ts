/**
 * The bodies of `POST admin/backup` and `POST admin/restore/points`. Both can name a storage outside of the server, with
 * credentials of the sender: such a backup moves the data elsewhere. Only a folder of the server is a harmless place.
 */
import { z } from 'zod';
import { readJsonBody } from './json-body.ts';

const backup = z.strictObject({
  BackupType: z.enum(['Backup', 'Snapshot']),
  LocalSettings: z.strictObject({ FolderPath: z.string() }),
});
const folder = z.strictObject({ FolderPath: z.string() });

/** The body serialised again, or undefined when it names anything but a folder of the server. */
export function localBackup(body: string): string | undefined {
  const parsed = backup.safeParse(readJsonBody(body)?.value);
  return parsed.success ? JSON.stringify(parsed.data) : undefined;
}

export function localFolder(body: string): string | undefined {
  const parsed = folder.safeParse(readJsonBody(body)?.value);
  return parsed.success ? JSON.stringify(parsed.data) : undefined;
}
