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

const errorType = z.looseObject({ Type: z.string() });

/** Another client created the document after the look-up. */
function isTaken(status: number, body: string): boolean {
  const read = errorType.safeParse(parsedJson(body));
  return status === 409 && read.success && read.data.Type.split('.').at(-1) === 'ConcurrencyException';
}

const found = z.looseObject({
  Results: z.array(z.looseObject({ '@metadata': z.looseObject({ '@id': z.string() }) }).nullable()),
});

/** For `stop`: what an interrupted copy wrote itself is no reason to stop. */
export interface OwnWrites {
  /** In lower case. */
  has(id: string): boolean;
  /** Before documents are sent. */
  sending(documents: readonly WrittenDocument[]): Promise<void>;
  /** The target refused them, so that none was written. */
  refused(documents: readonly WrittenDocument[]): void;
}

const lower = ({ id }: WrittenDocument): string => id.toLowerCase();

interface Attempt {
  readonly existing: CopyConflict;
  readonly own: OwnWrites;
  readonly signal: AbortSignal;
  readonly rejected: { id: string; reason: string }[];
}

export class TargetWriter {
  private readonly target: CopySide;
  private rejectedInRow = 0;

  constructor(target: CopySide) {
    this.target = target;
  }

  async write(
    documents: readonly WrittenDocument[],
    existing: CopyConflict,
    own: OwnWrites,
    signal: AbortSignal,
  ): Promise<BatchResult> {
    const kept = existing === 'overwrite' ? new Set<string>() : await this.existing(documents, signal);
    const before = documents.filter((each) => kept.has(lower(each)));
    if (existing === 'stop')
      for (const { id } of before) if (!own.has(id.toLowerCase())) throw this.stopped(id);
    const wanted = documents.filter((each) => !kept.has(lower(each)));
    const rejected: { id: string; reason: string }[] = [];
    if (existing === 'stop' && wanted.length > 0) await own.sending(wanted);
    const accepted = await this.accepted(wanted, { existing, own, signal, rejected });
    const copied = existing === 'stop' ? [...before, ...accepted] : accepted;
    return {
      copied: copied.length,
      bytes: copied.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
      skipped: documents.length - copied.length - rejected.length,
      rejected,
    };
  }

  /** Writes all or, when the server refuses them, each half. */
  private async accepted(
    documents: readonly WrittenDocument[],
    attempt: Attempt,
  ): Promise<readonly WrittenDocument[]> {
    const [first] = documents;
    if (first === undefined) return [];
    const { existing, own, signal, rejected } = attempt;
    const request = writeRequest(this.target.database, documents, existing !== 'overwrite');
    const { status, body } = await this.target.send(request, signal);
    if (status < 400) {
      this.rejectedInRow = 0;
      return documents;
    }
    if (!OF_DOCUMENTS.has(status)) {
      // After others the batch can be stored.
      if (status < 500) own.refused(documents);
      throw this.target.refusal('Writing documents', status, body);
    }
    if (documents.length === 1) {
      if (isTaken(status, body) && existing !== 'overwrite') {
        own.refused(documents);
        if (existing === 'stop') throw this.stopped(first.id);
        return [];
      }
      this.rejectedInRow++;
      if (this.rejectedInRow > MAX_REJECTED) throw this.target.refusal('Writing documents', status, body);
      rejected.push({ id: first.id, reason: readFailure(status, body).message });
      return [];
    }
    const half = Math.ceil(documents.length / 2);
    const rest = documents.slice(half);
    let head: readonly WrittenDocument[];
    try {
      head = await this.accepted(documents.slice(0, half), attempt);
    } catch (thrown) {
      own.refused(rest);
      throw thrown;
    }
    return [...head, ...(await this.accepted(rest, attempt))];
  }

  private stopped(id: string): PortError {
    return new PortError({
      code: 'bad-request',
      message: `${this.target.database} already has the document ${id}, so the copy stopped before it. Delete it and resume, or start again with another choice for existing documents.`,
    });
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
