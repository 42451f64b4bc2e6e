/** The storage settings of a new database, as typed. Pure. */

export interface StorageChoice {
  /** Of Rookery. */
  readonly journalFolder: string;
  /** Of Rookery; null: the default. */
  readonly journalKilobytes: number | null;
  /** Of RavenDB. */
  readonly dataFolder: string;
}

export const defaultStorage: StorageChoice = { journalFolder: '', journalKilobytes: null, dataFolder: '' };

/** A path of Linux, macOS or Windows (with a drive or a share). */
const ABSOLUTE = /^(\/|[a-zA-Z]:[\\/]|\\\\[^\\]+\\)/;

export function storageProblem({ journalFolder, dataFolder }: StorageChoice): string | null {
  const path = journalFolder.trim() || dataFolder.trim();
  return path === '' || ABSOLUTE.test(path)
    ? null
    : 'Type an absolute path, such as /mnt/disk/name or D:\\Data\\name.';
}

/** The `Settings` of the database record. */
export function storageSettings(choice: StorageChoice): Readonly<Record<string, string>> {
  const settings: Record<string, string> = {};
  const [journalFolder, dataFolder] = [choice.journalFolder.trim(), choice.dataFolder.trim()];
  if (journalFolder !== '') settings['Storage.JournalsPath'] = journalFolder;
  if (choice.journalKilobytes !== null) settings['Rookery.JournalSizeInKb'] = String(choice.journalKilobytes);
  if (dataFolder !== '') settings.DataDir = dataFolder;
  return settings;
}
