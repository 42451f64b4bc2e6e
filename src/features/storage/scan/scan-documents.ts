/**
 * Reads metadata and size of documents, page by page and one request at a time: no server lists documents by size, and
 * attachments are listed only in the metadata of their documents.
 */
import { PortError } from '../../../contract/index.ts';
import { getAttachmentReferences } from '../../../protocol/attachment-references.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { getCollectionMetadata } from '../../../protocol/collections.ts';
import { getDocumentSizes } from '../../../protocol/document-sizes.ts';
import { getDocumentsStartingWith, type StoredDocument } from '../../../protocol/documents.ts';
import { pause } from '../../../protocol/pause.ts';
import { ScanReportBuilder, type ScanReport } from './scan-report.ts';

export interface ScanOptions {
  /** Null: all documents, in the order of their ids. */
  readonly collection: string | null;
  /** The most documents. */
  readonly most: number;
  /** The most documents per second; null: no limit. */
  readonly maxPerSecond: number | null;
}

export const PAGE_DOCUMENTS = 256;
const MIN_PAGE = 8;
/** Characters of metadata of a page, about. A document can list thousands of attachments. */
const PAGE_CHARACTERS = 500_000;
const REPORT_EVERY_MS = 250;

/** After an abort it returns what was read by then. */
export async function scanDocuments(
  db: DatabaseClient,
  options: ScanOptions,
  signal: AbortSignal,
  onProgress: (report: ScanReport) => void,
): Promise<ScanReport> {
  const builder = new ScanReportBuilder();
  try {
    const end = await readAll(db, options, signal, builder, onProgress);
    return await withReferences(db, builder.report(end), signal);
  } catch (thrown) {
    if (signal.aborted) return builder.report('cancelled');
    onProgress(builder.report(null));
    throw thrown;
  }
}

async function readAll(
  db: DatabaseClient,
  { collection, most, maxPerSecond }: ScanOptions,
  signal: AbortSignal,
  builder: ScanReportBuilder,
  onProgress: (report: ScanReport) => void,
): Promise<'complete' | 'limit'> {
  const started = Date.now();
  let reported = started;
  let read = 0;
  let pageSize = maxPerSecond === null ? PAGE_DOCUMENTS : Math.min(PAGE_DOCUMENTS, maxPerSecond);
  const largest = pageSize;
  let last: string | null = null;
  while (read < most) {
    signal.throwIfAborted();
    const wanted = Math.min(pageSize, most - read);
    const answer = await readPage(db, collection, last, read, wanted, signal);
    const page = answer.slice(0, wanted);
    const sizes = await getDocumentSizes(
      db,
      page.map(({ metadata }) => metadata.id),
      { signal },
    );
    let characters = 0;
    for (const [at, document] of page.entries()) {
      builder.add(document, sizes[at] ?? null);
      characters += document.text.length;
    }
    read += page.length;
    if (page.length < wanted) return 'complete';
    if (collection === null) last = nextStart(db, last, page);
    pageSize = Math.max(
      Math.min(MIN_PAGE, largest),
      Math.min(largest, Math.floor((PAGE_CHARACTERS * page.length) / Math.max(1, characters))),
    );
    if (Date.now() - reported >= REPORT_EVERY_MS) {
      reported = Date.now();
      onProgress(builder.report(null));
    }
    if (maxPerSecond !== null) {
      const due = started + (read * 1000) / maxPerSecond;
      if (due > Date.now()) await pause(due - Date.now(), signal);
    }
  }
  return 'limit';
}

function readPage(
  db: DatabaseClient,
  collection: string | null,
  last: string | null,
  read: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<readonly StoredDocument[]> {
  if (collection !== null)
    return getCollectionMetadata(db, collection, { start: read, pageSize }, { signal });
  const page = {
    start: 0,
    pageSize,
    metadataOnly: true,
    ...(last === null ? {} : { startAfter: last }),
  } as const;
  return getDocumentsStartingWith(db, '', page, { signal });
}

/** Without progress a scan would read the same documents until its limit. */
function nextStart(db: DatabaseClient, last: string | null, page: readonly StoredDocument[]): string {
  const id = page.at(-1)?.metadata.id ?? '';
  if (id !== '' && id !== last) return id;
  throw new PortError({
    code: 'not-ravendb',
    message: `${db.name} returned the documents after ${last ?? 'the beginning'} again. Scan single collections instead.`,
  });
}

async function withReferences(
  db: DatabaseClient,
  report: ScanReport,
  signal: AbortSignal,
): Promise<ScanReport> {
  const hashes = report.contents.map(({ hash }) => hash);
  const references = await getAttachmentReferences(db, hashes, { signal });
  return {
    ...report,
    contents: report.contents.map((each, at) => ({ ...each, references: references[at] ?? null })),
  };
}
