/** Copies the index and the sample of a query into a new database of the sandbox, and runs the query there once. */
import type { DatabaseClient, ServerClient } from '../../../protocol/client.ts';
import { putDocuments, type WrittenDocument } from '../../../protocol/bulk-documents.ts';
import { createDatabase } from '../../../protocol/databases.ts';
import { getDocuments, type StoredDocument } from '../../../protocol/documents.ts';
import { putIndex } from '../../../protocol/index-definitions.ts';
import { run } from '../../../protocol/queries.ts';
import { copiedDocument } from '../../../document-copy/copied-document.ts';
import type { CopyProgress, CopyResult, CopyStep } from './copy-steps.ts';
import { Masks } from '../../../document-copy/mask.ts';
import { sandboxDefinition } from '../../../document-copy/index-definition.ts';
import { samplePages, sourceDocument, type SampleRequest } from './read-sample.ts';
import type { Limits } from './sampling.ts';
import { byteLength } from './text-size.ts';

export interface CopyRequest extends SampleRequest {
  readonly sandbox: ServerClient;
  /** The name of the new database. */
  readonly name: string;
  readonly limits: Limits;
  /** The estimated number of documents. */
  readonly expected: number;
}

/** One transaction of the sandbox. */
const BATCH_DOCUMENTS = 128;
const BATCH_BYTES = 2 * 1024 * 1024;
/** Ids of one reading of referenced documents. */
const REFERENCES_PAGE = 64;

/** Throws the error of the step that was reported last. A database that was created remains. */
export async function copyToSandbox(
  request: CopyRequest,
  onProgress: (progress: CopyProgress) => void,
  signal: AbortSignal,
): Promise<CopyResult> {
  const { db, choice, sandbox, name, source, text, expected } = request;
  const target = sandbox.database(name);
  const copy = new Copy(target, request, signal);
  const report = (step: CopyStep): void =>
    onProgress({
      step,
      documents: copy.sampled,
      references: copy.written - copy.sampled,
      bytes: copy.bytes,
      expected,
    });
  signal.throwIfAborted();
  report('database');
  // Not cancelled halfway: whether the database exists would be unknown.
  await createDatabase(sandbox, name);

  report('documents');
  signal.throwIfAborted();
  for await (const { documents, included } of samplePages(request, signal)) {
    await copy.write(documents);
    copy.sampled = copy.written;
    copy.follow(included);
    report('documents');
    if (copy.isFull()) break;
  }
  if (choice.followReferences && !copy.isFull()) {
    report('references');
    const ids = copy.takeReferences();
    for (let from = 0; from < ids.length && !copy.isFull(); from += REFERENCES_PAGE) {
      await copy.write(await getDocuments(db, ids.slice(from, from + REFERENCES_PAGE), { signal }));
      report('references');
    }
  }
  if (source.definition !== null) {
    report('index');
    await putIndex(target, sandboxDefinition(source.definition), 'admin', { signal });
  }
  report('query');
  const answer = await run(target, {
    ...text,
    waitForFresh: true,
    // The sandbox builds the automatic index that the server has. On a guarded sandbox the user confirms it.
    newIndex: 'confirm',
    signal,
  });
  return {
    documents: copy.sampled,
    references: copy.written - copy.sampled,
    bytes: copy.bytes,
    endedAt: copy.endedAt,
    missingFields: choice.maskedFields.filter((field) => !copy.masked.has(field)),
    indexName: answer.indexName,
    isStale: answer.isStale,
  };
}

/** Writes documents once each and within the limits, and collects what they refer to. */
class Copy {
  sampled = 0;
  written = 0;
  bytes = 0;
  endedAt: keyof Limits | null = null;
  /** The fields of the list that were found. */
  readonly masked = new Set<string>();
  /** In lower case: ids of RavenDB ignore case. */
  private readonly ids = new Set<string>();
  private readonly references = new Map<string, string>();
  private readonly masks: Masks;
  private readonly target: DatabaseClient;
  private readonly request: CopyRequest;
  private readonly signal: AbortSignal;

  constructor(target: DatabaseClient, request: CopyRequest, signal: AbortSignal) {
    this.target = target;
    this.request = request;
    this.signal = signal;
    this.masks = new Masks(request.random);
  }

  async write(documents: readonly StoredDocument[]): Promise<void> {
    const { limits, choice } = this.request;
    let batch: WrittenDocument[] = [];
    let size = 0;
    const send = async (): Promise<void> => {
      this.signal.throwIfAborted();
      if (batch.length > 0) await putDocuments(this.target, batch, { signal: this.signal });
      this.written += batch.length;
      this.bytes += size;
      batch = [];
      size = 0;
    };
    for (const document of documents) {
      const key = document.metadata.id.toLowerCase();
      if (this.ids.has(key)) continue;
      const copied = copiedDocument(sourceDocument(document), choice.maskedFields, this.masks);
      const bytes = byteLength(copied.text);
      if (this.written + batch.length >= limits.documents) this.endedAt = 'documents';
      else if (this.bytes + size + bytes > limits.bytes) this.endedAt = 'bytes';
      if (this.endedAt !== null) break;
      if (batch.length >= BATCH_DOCUMENTS || size + bytes > BATCH_BYTES) await send();
      this.ids.add(key);
      batch.push(copied);
      size += bytes;
      for (const field of copied.masked) this.masked.add(field);
      this.follow(copied.references);
    }
    await send();
  }

  isFull(): boolean {
    return this.endedAt !== null;
  }

  /** More references than documents are allowed are never read. */
  follow(ids: readonly string[]): void {
    for (const id of ids) {
      if (this.references.size >= this.request.limits.documents * 2) return;
      this.references.set(id.toLowerCase(), id);
    }
  }

  /** The references to documents that are not copied yet. What is written later is not followed. */
  takeReferences(): readonly string[] {
    return [...this.references].filter(([key]) => !this.ids.has(key)).map(([, id]) => id);
  }
}
