/** What would free space, with the figures that say so. Pure. */
import { formatBytes, formatCount, pluralize } from '../../ui/format.ts';
import { archivableBytes, dueBytes, type CollectionSaving } from './estimate-savings.ts';
import { share } from './space-bar.tsx';
import type { SpaceKind, SpaceReading } from './space-items.ts';

export interface Saving {
  readonly id: string;
  readonly text: string;
  /** The screen where it is done. */
  readonly link: { readonly label: string; readonly screen: string; readonly section?: string };
}

const MEGABYTE = 1024 * 1024;
/** Below these, nothing is gained. */
const LEAST_FREE = 16 * MEGABYTE;
const LEAST_SHARE = 0.1;

export function savings(reading: SpaceReading): readonly Saving[] {
  const { items, total } = reading;
  const of = (kind: SpaceKind) => items.filter((item) => item.kind === kind);
  const bytes = (kind: SpaceKind) => of(kind).reduce((sum, item) => sum + item.bytes, 0);
  /** ` (5,000)`; empty where the server reports sizes without counts. */
  const count = (kind: SpaceKind): string => {
    const counts = of(kind).map((item) => item.count);
    return counts.includes(null)
      ? ''
      : ` (${formatCount(counts.reduce<number>((sum, each) => sum + (each ?? 0), 0))})`;
  };
  const isMuch = (kind: SpaceKind) => bytes(kind) >= LEAST_FREE && bytes(kind) >= total * LEAST_SHARE;
  const found: Saving[] = [];
  if (isMuch('free'))
    found.push({
      id: 'free',
      text: `${formatBytes(bytes('free'))} (${share(bytes('free'), total)}) of the files is free. New data reuses it; compacting returns it to the disk.`,
      link: { label: 'Compact database', screen: 'settings', section: 'compression' },
    });
  if (isMuch('revisions'))
    found.push({
      id: 'revisions',
      text: `Revisions${count('revisions')} take ${formatBytes(bytes('revisions'))} (${share(bytes('revisions'), total)}). A limit per document keeps fewer of them.`,
      link: { label: 'Revisions', screen: 'settings', section: 'revisions' },
    });
  if (isMuch('index'))
    found.push({
      id: 'index',
      text: `${pluralize(of('index').length, 'index', 'indexes')} ${of('index').length === 1 ? 'takes' : 'take'} ${formatBytes(bytes('index'))} (${share(bytes('index'), total)}). Unused and duplicate ones are listed with their evidence.`,
      link: { label: 'Indexes', screen: 'indexes' },
    });
  if (isMuch('tombstones'))
    found.push({
      id: 'tombstones',
      text: `Tombstones${count('tombstones')} take ${formatBytes(bytes('tombstones'))}. They are deleted when indexes and tasks have processed them.`,
      link: { label: 'Indexes', screen: 'indexes' },
    });
  return found;
}

/** What archiving saves in the indexes of a collection: per document, and for those that are due. */
export function archivingText(saving: CollectionSaving): string {
  const each = archivableBytes(saving);
  if (each === null || saving.due === null) return 'no index';
  const { due, scanned, complete } = saving.due;
  const perDocument = `about ${formatBytes(each)} per document`;
  const read = complete ? '' : ` of ${formatCount(scanned)} read`;
  if (due === 0) return `${perDocument}; none${read} is due`;
  return `${perDocument}; ${formatCount(due)}${read} due: ${formatBytes(dueBytes(saving) ?? 0)}`;
}

/** What all due documents save together; null without any. */
export function dueText(collections: readonly CollectionSaving[]): string | null {
  const due = collections.reduce((sum, each) => sum + (each.due?.due ?? 0), 0);
  if (due === 0) return null;
  const bytes = collections.reduce((sum, each) => sum + (dueBytes(each) ?? 0), 0);
  const least = collections.some((each) => each.due?.complete === false) ? 'at least ' : '';
  return `Archiving the documents past their archive date (${least}${formatCount(due)}) saves ${least}about ${formatBytes(bytes)} in indexes.`;
}
