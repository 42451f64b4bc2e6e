/** What a scan costs, what it reads now and what it read. Pure. */
import { formatBytes, formatCount, formatMs, pluralize } from '../../../ui/format.ts';
import { csvText } from '../../../ui/csv-text.ts';
import { PAGE_DOCUMENTS, type ScanOptions } from './scan-documents.ts';
import type { LargestContent, ScanReport } from './scan-report.ts';
import type { ScanRun } from './scan-store.ts';

/** One for the metadata and one for the sizes of a page. */
const REQUESTS_PER_PAGE = 2;
/** Metadata and size of a document without attachments, as RavenDB 7.1.5 sends them. */
const BYTES_PER_DOCUMENT = 340;

/** `documents`: how many the scan reads; null while they are counted. */
export function costText(documents: number | null, { most, maxPerSecond }: ScanOptions): string {
  const read = documents ?? most;
  const rate = maxPerSecond ?? Infinity;
  const pages = Math.ceil(read / Math.min(PAGE_DOCUMENTS, rate));
  const requests = Math.max(1, pages) * REQUESTS_PER_PAGE;
  const time =
    maxPerSecond === null || read <= maxPerSecond
      ? ''
      : `, at least ${formatMs((read / maxPerSecond) * 1000)}`;
  return `${documents === null ? 'Up to ' : ''}${pluralize(read, 'document')}: about ${pluralize(requests, 'request')} (${formatBytes(read * BYTES_PER_DOCUMENT)}), one at a time${time}.`;
}

export function progressText({ request, report, cancelling }: Extract<ScanRun, { kind: 'running' }>): string {
  if (cancelling) return 'Cancelling…';
  const read = formatCount(report?.read ?? 0);
  return request.total === null
    ? `${read} documents read…`
    : `${read} of ${pluralize(request.total, 'document')} read…`;
}

export function summaryText({ collection, most }: ScanOptions, report: ScanReport): string {
  const read = `${pluralize(report.read, 'document')}${collection === null ? '' : ` of ${collection}`} read`;
  const unsized = report.unsized === 0 ? '' : ` ${pluralize(report.unsized, 'document')} without a size.`;
  const attachments = ` ${pluralize(report.attachments, 'attachment')} found.`;
  return `${read}${endText(report, most)}.${unsized}${attachments}`;
}

function endText({ end }: ScanReport, most: number): string {
  if (end === 'limit') return `, the limit of ${formatCount(most)}`;
  if (end === 'cancelled') return ' before it was cancelled';
  return end === null ? ' before it failed' : '';
}

/** `2 documents`, and how many more attachments have the content. */
export function usedByText({ documents, attachments, references }: LargestContent): string {
  const more = references === null ? 0 : Math.max(0, references - attachments);
  return `${pluralize(documents, 'document')}${more === 0 ? '' : ` + ${formatCount(more)}`}`;
}

export const usedByHint = 'Documents that were read, + attachments of revisions and of other documents';

export function documentsCsv({ documents }: ScanReport): string {
  return csvText(
    ['Document', 'Collection', 'Bytes allocated', 'Actual bytes'],
    documents.map(({ id, collection, bytes, actual }) => [id, collection, bytes, actual]),
  );
}

export function contentsCsv({ contents }: ScanReport): string {
  return csvText(
    ['Name', 'Bytes', 'Content type', 'Document', 'Hash', 'Documents', 'Attachments', 'References'],
    contents.map((each) => [
      ...[each.name, each.bytes, each.contentType, each.documentId, each.hash],
      ...[each.documents, each.attachments, each.references],
    ]),
  );
}
