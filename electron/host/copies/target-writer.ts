/** Writes documents to the target in batches, and finds the ones that it refuses. */
import { z } from 'zod';
import { PortError, type CopyConflict } from '../../../src/contract/index.ts';
import { readFailure } from '../dumps/server-failure.ts';
import { parsedJson } from '../dumps/parsed-json.ts';
import { documentsRequest, writeRequest, type WrittenDocument } from './copy-requests.ts';
import type { CopySide } from './copy-side.ts';

export interface BatchResult {
  readonly copied: number;
  readonly bytes: number;
  readonly skipped: number;
  readonly rejected: readonly { readonly id: string; readonly reason: string }[];
}

/** Statuses that a server sends because of a document; others concern the database, the server or the access. */
const OF_DOCUMENTS = new Set([400, 409, 413, 422, 500]);
/** In a row: the reason is not in the documents. */
const MAX_REJECTED = 100;

const found = z.looseObject({
  Results: z.array(z.looseObject({ '@metadata': z.looseObject({ '@id': z.string() }) }).nullable()),
});

export class TargetWriter {
  private readonly target: CopySide;
  private rejectedInRow = 0;

  constructor(target: CopySide) {
    this.target = target;
  }

  async write(
    documents: readonly WrittenDocument[],
    existing: CopyConflict,
    signal: AbortSignal,
  ): Promise<BatchResult> {
    const kept = existing === 'overwrite' ? new Set<string>() : await this.existing(documents, signal);
    if (existing === 'stop' && kept.size > 0) {
      const [first = ''] = documents.filter(({ id }) => kept.has(id.toLowerCase())).map(({ id }) => id);
      throw new PortError({
        code: 'bad-request',
        message: `${this.target.database} already has the document ${first}, so the copy stopped before it. Delete it and resume, or start again with another choice for existing documents.`,
      });
    }
    const wanted = documents.filter(({ id }) => !kept.has(id.toLowerCase()));
    const rejected: { id: string; reason: string }[] = [];
    let copied = 0;
    let bytes = 0;
    for (const part of await this.accepted(wanted, rejected, signal)) {
      copied++;
      bytes += Buffer.byteLength(part.text);
    }
    return { copied, bytes, skipped: documents.length - wanted.length, rejected };
  }

  /** Writes all or, when the server refuses them, each half. */
  private async accepted(
    documents: readonly WrittenDocument[],
    rejected: { id: string; reason: string }[],
    signal: AbortSignal,
  ): Promise<readonly WrittenDocument[]> {
    const [first] = documents;
    if (first === undefined) return [];
    const request = writeRequest(this.target.database, documents);
    const { status, body } = await this.target.send(request, signal);
    if (status < 400) {
      this.rejectedInRow = 0;
      return documents;
    }
    if (!OF_DOCUMENTS.has(status)) throw this.target.refusal('Writing documents', status, body);
    if (documents.length === 1) {
      this.rejectedInRow++;
      if (this.rejectedInRow > MAX_REJECTED) throw this.target.refusal('Writing documents', status, body);
      rejected.push({ id: first.id, reason: readFailure(status, body).message });
      return [];
    }
    const half = Math.ceil(documents.length / 2);
    return [
      ...(await this.accepted(documents.slice(0, half), rejected, signal)),
      ...(await this.accepted(documents.slice(half), rejected, signal)),
    ];
  }

  /** In lower case: ids ignore case. */
  private async existing(
    documents: readonly WrittenDocument[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const ids = documents.map(({ id }) => id);
    const request = documentsRequest(this.target.database, ids, true);
    const { status, body } = await this.target.send(request, signal);
    // A single missing id is a 404 instead of a list with a null.
    if (status === 404 && ids.length === 1) return new Set();
    if (status >= 400) throw this.target.refusal('Looking for existing documents', status, body);
    const read = found.safeParse(parsedJson(body));
    if (!read.success)
      throw new PortError({
        code: 'not-ravendb',
        message: `${this.target.database} did not answer with documents. Check for a proxy in between.`,
        detail: body.slice(0, 500),
      });
    return new Set(
      read.data.Results.flatMap((each) => (each === null ? [] : [each['@metadata']['@id'].toLowerCase()])),
    );
  }
}
