/** What the storage of an index is made of, as rows of a panel. Pure. */
import type { EnvironmentStorage } from '../../../protocol/environment-storage.ts';
import type { StoragePart } from '../../../protocol/storage-parts.ts';
import { formatBytes, pluralize } from '../../../ui/index.ts';
import { growthText, type FirstValue } from './growth.ts';

/** The first values that the screen saw. */
export interface FirstSizes {
  readonly total: FirstValue | undefined;
  readonly used: FirstValue | undefined;
}

export interface StorageRow {
  readonly label: string;
  readonly value: string;
  /** The change since the screen was opened, or what the value means. */
  readonly note: string | null;
}

/** Parts listed before the rest is summed. */
const LISTED = 8;

export function storageRows(
  storage: EnvironmentStorage,
  first: FirstSizes,
  formatTime: (at: number) => string,
): readonly StorageRow[] {
  const { data, used, free, journals, journalFiles, temporary } = storage;
  const total = data === null ? null : data + journals;
  const size = (bytes: number | null): string => (bytes === null ? '–' : formatBytes(bytes));
  return [
    {
      label: 'Size on disk',
      value: size(total),
      note: growthText(first.total, total, formatBytes, formatTime) ?? 'data file and journals',
    },
    { label: 'Data file', value: size(data), note: null },
    {
      label: 'In use',
      value: size(used),
      note: growthText(first.used, used, formatBytes, formatTime),
    },
    { label: 'Free in the data file', value: size(free), note: 'reused by later entries' },
    { label: 'Journals', value: size(journals), note: pluralize(journalFiles, 'file') },
    ...[...temporary].map(([kind, bytes]) => ({
      label: temporaryLabel(kind),
      value: size(bytes),
      note: 'temporary, not in the size on disk',
    })),
  ];
}

/** Kinds of newer servers are shown as they are sent. */
function temporaryLabel(kind: string): string {
  if (kind === 'Scratch') return 'Scratch buffers';
  return kind === 'RecyclableJournal' ? 'Journals for reuse' : kind;
}

/** The largest parts; the last one is the sum of all others. */
export function listedParts(parts: readonly StoragePart[]): readonly StoragePart[] {
  if (parts.length <= LISTED + 1) return parts;
  const rest = parts.slice(LISTED);
  return [
    ...parts.slice(0, LISTED),
    {
      name: pluralize(rest.length, 'other part'),
      type: '',
      bytes: rest.reduce((sum, part) => sum + part.bytes, 0),
      reserved: rest.reduce((sum, part) => sum + part.reserved, 0),
      entries: null,
    },
  ];
}

/** What is copied: every part, with exact bytes. */
export function storageJson(name: string, storage: EnvironmentStorage): string {
  return JSON.stringify(
    { Index: name, ...storage, temporary: Object.fromEntries(storage.temporary) },
    null,
    2,
  );
}
