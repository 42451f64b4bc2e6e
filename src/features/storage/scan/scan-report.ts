/** What a scan of documents found so far: the largest documents, and the largest contents of attachments. Pure. */
import { readAttachments, type Attachment } from '../../../protocol/attachments.ts';
import type { DocumentSize } from '../../../protocol/document-sizes.ts';
import type { StoredDocument } from '../../../protocol/documents.ts';
import { Largest } from './largest.ts';

export interface LargestDocument {
  readonly id: string;
  readonly collection: string;
  /** Allocated in the data file. */
  readonly bytes: number;
  /** As the server reports it: RavenDB's storage format, the JSON text in the sandbox. */
  readonly actual: number;
}

/** Attachments with equal contents: the server stores one. */
export interface LargestContent {
  readonly hash: string;
  readonly bytes: number;
  /** Of the first attachment that was found. */
  readonly name: string;
  readonly contentType: string;
  readonly documentId: string;
  /** Documents with this content among those that were read. */
  readonly documents: number;
  /** Attachments with this content among these. */
  readonly attachments: number;
  /** Those of revisions and of documents that were not read included; null where it is not known. */
  readonly references: number | null;
}

export type ScanEnd = 'complete' | 'limit' | 'cancelled';

export interface ScanReport {
  /** Documents whose metadata was read. */
  readonly read: number;
  /** Documents without a size: deleted meanwhile, or the server does not report it. */
  readonly unsized: number;
  /** Attachments that these documents list. */
  readonly attachments: number;
  /** The largest first. */
  readonly documents: readonly LargestDocument[];
  readonly contents: readonly LargestContent[];
  /** Null while it runs, and when it failed. */
  readonly end: ScanEnd | null;
}

/** Of each list. */
export const MOST_LISTED = 50;

export class ScanReportBuilder {
  private readonly documents = new Largest<LargestDocument>(MOST_LISTED);
  private readonly contents = new Largest<LargestContent>(MOST_LISTED);
  private read = 0;
  private unsized = 0;
  private attachments = 0;

  add({ metadata: { id, collection }, text }: StoredDocument, size: DocumentSize | null): void {
    this.read++;
    if (size) this.documents.set(id, { id, collection, bytes: size.allocated, actual: size.actual });
    else this.unsized++;
    const listed = readAttachments(text);
    this.attachments += listed.length;
    const counted = new Set<string>();
    for (const each of listed) {
      this.addContent(id, each, counted.has(each.hash) ? 0 : 1);
      counted.add(each.hash);
    }
  }

  report(end: ScanEnd | null): ScanReport {
    return {
      read: this.read,
      unsized: this.unsized,
      attachments: this.attachments,
      documents: this.documents.list(),
      contents: this.contents.list(),
      end,
    };
  }

  private addContent(documentId: string, attachment: Attachment, documents: number): void {
    const { hash, name, contentType, size } = attachment;
    const known = this.contents.get(hash);
    this.contents.set(
      hash,
      known
        ? { ...known, documents: known.documents + documents, attachments: known.attachments + 1 }
        : {
            ...{ hash, bytes: size, name, contentType, documentId },
            ...{ documents, attachments: 1, references: null },
          },
    );
  }
}
