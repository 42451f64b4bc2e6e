/**
 * Writes batches in file order. A refused batch is divided until only the wrong documents are left, so that one of them
 * does not keep the others out.
 */
import type { WrittenDocument } from '../../../../protocol/bulk-documents.ts';
import type { ItemPlace } from '../read/item.ts';
import { isServerMade } from '../map/document.ts';
import type { ExistingChoice } from '../map/settings.ts';
import { isDocumentFault, isTaken, isUncertain } from './document-fault.ts';
import {
  noCounts,
  type Checkpoint,
  type ImportCounts,
  type ImportReport,
  type LineRange,
  type Rejection,
} from './report.ts';
import type { ImportTarget } from './target.ts';

export type Entry = ItemPlace &
  (
    | { readonly kind: 'document'; readonly document: WrittenDocument }
    | { readonly kind: 'rejected'; readonly id: string | null; readonly reason: string }
  );

type DocumentEntry = Extract<Entry, { kind: 'document' }>;

/** The import ends here: what is before is stored. */
export class ImportStop extends Error {
  readonly canResume: boolean;

  constructor(reason: string, { canResume }: { readonly canResume: boolean }) {
    super(reason);
    this.name = 'ImportStop';
    this.canResume = canResume;
  }
}

/** More documents in a row refused by the server: the cause is hardly in each of them. */
const MAX_REFUSED_IN_ROW = 100;
/** Servers quote documents in their messages. */
const MAX_REASON = 2000;
/** A wrong column of ids can hold whole texts. */
const MAX_ID = 512;
/** The report is in memory, and lists each. */
export const MAX_REJECTIONS = 50_000;

export class BatchWriter {
  readonly #target: ImportTarget;
  readonly #existing: ExistingChoice;
  #counts: ImportCounts;
  #checkpoint: Checkpoint;
  #uncertain: LineRange | null = null;
  readonly #rejections: Rejection[];
  #refusedInRow = 0;

  /** `before`: the report of the part that was imported before a cancel. */
  constructor(
    target: ImportTarget,
    existing: ExistingChoice,
    start: Checkpoint,
    before: ImportReport | null,
  ) {
    this.#target = target;
    this.#existing = existing;
    this.#counts = before?.counts ?? noCounts;
    this.#checkpoint = before?.checkpoint ?? start;
    this.#rejections = [...(before?.rejections ?? [])];
  }

  get report(): ImportReport {
    return {
      counts: this.#counts,
      rejections: this.#rejections,
      checkpoint: this.#checkpoint,
      uncertain: this.#uncertain,
    };
  }

  /** Throws ImportStop, or the error of the server. The report is right in both cases. */
  async write(entries: readonly Entry[]): Promise<void> {
    const documents = entries.filter((entry) => entry.kind === 'document');
    await this.#send(entries, this.#existing === 'skip' ? await this.#taken(documents) : new Set());
  }

  /** Lower-case ids that are stored already. */
  async #taken(documents: readonly DocumentEntry[]): Promise<ReadonlySet<string>> {
    const ids = documents.map(({ document }) => document.id).filter((id) => !isServerMade(id));
    if (ids.length === 0) return new Set();
    return new Set((await this.#target.existing([...new Set(ids)])).map((id) => id.toLowerCase()));
  }

  async #send(entries: readonly Entry[], taken: ReadonlySet<string>): Promise<void> {
    const skipped = new Set<Entry>();
    const sent = this.#sentOf(entries, taken, skipped);
    if (sent.length > 0) {
      try {
        await this.#target.write(
          sent.map(({ document }) => document),
          this.#existing !== 'overwrite',
        );
        this.#refusedInRow = 0;
      } catch (thrown) {
        if (!isDocumentFault(thrown)) {
          if (isUncertain(thrown)) this.#uncertain = rangeOf(entries);
          throw thrown;
        }
        const [only] = sent;
        if (sent.length > 1 || !only) return this.#divide(entries, taken);
        if (isTaken(thrown) && this.#existing === 'skip') skipped.add(only);
        else {
          this.#refuse(entries, only, thrown.message, isTaken(thrown));
          return;
        }
      }
    }
    for (const entry of entries) this.#count(entry, skipped.has(entry) ? 'skipped' : 'written');
  }

  /** The documents to send; with `skip` the first of several with the same id. */
  #sentOf(
    entries: readonly Entry[],
    taken: ReadonlySet<string>,
    skipped: Set<Entry>,
  ): readonly DocumentEntry[] {
    const seen = new Set(taken);
    return entries.filter((entry): entry is DocumentEntry => {
      if (entry.kind !== 'document') return false;
      const id = entry.document.id.toLowerCase();
      if (this.#existing !== 'skip' || isServerMade(id)) return true;
      if (seen.has(id)) skipped.add(entry);
      else seen.add(id);
      return !skipped.has(entry);
    });
  }

  async #divide(entries: readonly Entry[], taken: ReadonlySet<string>): Promise<void> {
    const middle = Math.ceil(entries.length / 2);
    await this.#send(entries.slice(0, middle), taken);
    // With `skip`, an id of the first half that occurs again is refused as taken, and then skipped.
    await this.#send(entries.slice(middle), taken);
  }

  /** `entries` has one document, which the server refused, and perhaps items that were rejected before. */
  #refuse(entries: readonly Entry[], refused: DocumentEntry, message: string, taken: boolean): void {
    for (const entry of entries) {
      if (entry !== refused) {
        this.#count(entry, 'skipped');
        continue;
      }
      const { id } = refused.document;
      if (taken)
        throw new ImportStop(`Line ${refused.line}: the document ${id} exists already.`, { canResume: true });
      this.#count(
        {
          ...refused,
          kind: 'rejected',
          id: isServerMade(id) ? null : id,
          reason: message,
        },
        'skipped',
      );
    }
    if (++this.#refusedInRow >= MAX_REFUSED_IN_ROW)
      throw new ImportStop(
        `The server refused ${MAX_REFUSED_IN_ROW} documents in a row. The last reason: ${message.slice(0, MAX_REASON)}`,
        {
          canResume: true,
        },
      );
  }

  #count(entry: Entry, outcome: 'written' | 'skipped'): void {
    const { read, written, skipped, rejected } = this.#counts;
    const isRejected = entry.kind === 'rejected';
    this.#counts = {
      read: read + 1,
      written: written + (!isRejected && outcome === 'written' ? 1 : 0),
      skipped: skipped + (!isRejected && outcome === 'skipped' ? 1 : 0),
      rejected: rejected + (isRejected ? 1 : 0),
    };
    this.#checkpoint = { offset: entry.end, line: entry.endLine };
    if (!isRejected) return;
    const { line, offset, id, reason } = entry;
    this.#rejections.push({
      line,
      offset,
      id: id?.slice(0, MAX_ID) ?? null,
      reason: reason.slice(0, MAX_REASON),
    });
    if (this.#rejections.length >= MAX_REJECTIONS)
      throw new ImportStop(`${MAX_REJECTIONS.toLocaleString('en')} items were rejected.`, {
        canResume: false,
      });
  }
}

function rangeOf(entries: readonly Entry[]): LineRange | null {
  const first = entries[0];
  const last = entries.at(-1);
  return first && last ? { from: first.line, to: Math.max(first.line, last.endLine - 1) } : null;
}
