/** Copies the documents of a plan: parts of the source, then batches to the target, within the limits. */
import { MAX_LISTED_REJECTIONS, type CopyConflict, type CopyCounts } from '../../../src/contract/index.ts';
import { copiedDocument } from '../../../src/document-copy/copied-document.ts';
import type { CopyParts } from './copy-parts.ts';
import { CopyProgressReport } from './copy-progress.ts';
import type { WrittenDocument } from './copy-requests.ts';
import { addNote, type Cursor } from './copy-state.ts';
import { largerRanges } from './id-ranges.ts';
import { KeyedMasks } from './keyed-masks.ts';
import { RateLimit } from './rate-limit.ts';
import { readDocuments } from './read-documents.ts';
import { emptyCounts, HILO, QUERY_NAME, REFERENCES_NAME, statementOf } from './source-plan.ts';
import { readRows, rowsAfter, type PlacedRow, type SourceRow } from './source-rows.ts';
import { TargetWriter, type OwnWrites } from './target-writer.ts';

const BATCH_DOCUMENTS = 512;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Rows of one streamed part, and about how many bytes of it. */
const PART_ROWS = 8192;
const FIRST_PART_ROWS = 512;
const PART_BYTES = 16 * 1024 * 1024;
/** A part is read within this time at the limit, so that the server's read transaction ends. */
const PART_SECONDS = 5;
const BATCH_SECONDS = 0.25;
const ANCHORS = 8;
const REFERENCES_PAGE = 64;
const SAVE_EVERY_MS = 5000;
/** Ids of copied documents in memory, so that references to them are not read again. */
const MAX_KNOWN = 500_000;

export class DocumentCopy {
  private readonly parts: CopyParts;
  private readonly limit: RateLimit;
  private readonly masks: KeyedMasks;
  private readonly writer: TargetWriter;
  private readonly progressReport: CopyProgressReport;
  private savedAt: number;
  private readonly known = new Set<string>();
  private readonly found: Set<string>;
  /** Of the rows so far. */
  private rowBytes = 1024;

  constructor(parts: CopyParts) {
    const { clock, state } = parts;
    const { plan } = state;
    this.parts = parts;
    this.limit = new RateLimit(plan.documentsPerSecond, plan.bytesPerSecond, clock);
    this.masks = new KeyedMasks(Buffer.from(state.key, 'base64'));
    this.writer = new TargetWriter(parts.target);
    this.progressReport = new CopyProgressReport(parts);
    this.savedAt = clock.now();
    this.found = new Set(state.references.next);
  }

  async copyAll(): Promise<void> {
    for (const [place, cursor] of (this.parts.state.cursors ?? []).entries()) {
      const counts = this.parts.state.report.counts[place];
      if (counts) while (!cursor.ended) await this.copyPart(cursor, counts);
    }
  }

  async copyReferences(): Promise<void> {
    const { state } = this.parts;
    const { referenceLevels, maxReferences } = state.plan;
    const { references } = state;
    if (referenceLevels === 0) return;
    let counts = state.report.counts.find(({ name }) => name === REFERENCES_NAME);
    if (!counts) {
      counts = emptyCounts(REFERENCES_NAME, null);
      state.report.counts.push(counts);
    }
    for (;;) {
      if (references.pending.length === 0) {
        if (references.level === referenceLevels || this.found.size === 0) return;
        references.level++;
        references.pending = [...this.found].filter((id) => !this.known.has(id.toLowerCase()));
        this.found.clear();
        references.next = [];
      }
      while (references.pending.length > 0) {
        const room = maxReferences - references.read;
        if (room <= 0) {
          addNote(
            state,
            `References were followed up to the limit of ${maxReferences.toLocaleString('en')} documents; ${references.pending.length.toLocaleString('en')} of level ${references.level} were not copied.`,
          );
          return;
        }
        const size = Math.min(room, this.limit.within(PART_SECONDS, REFERENCES_PAGE));
        const ids = references.pending.slice(0, size);
        const reject = this.rejectionsOf(counts);
        const rows = await readDocuments(this.parts.source, ids, this.parts.signal, reject);
        const existing = state.plan.existing === 'stop' ? 'skip' : state.plan.existing;
        const collectReferences = references.level < referenceLevels;
        const done = (): void => {
          references.pending = references.pending.slice(size);
          references.read += rows.length;
        };
        await this.write(rows, { counts, existing, collectReferences, before: references.read, done });
        await this.saveSometimes();
        this.progress(REFERENCES_NAME);
        await this.pause(rows);
      }
    }
  }

  progress(step: string): void {
    this.progressReport.send(step);
  }

  private async copyPart(cursor: Cursor, counts: CopyCounts): Promise<void> {
    const { plan } = this.parts.state;
    const { existing } = plan;
    const batchRows = this.limit.within(BATCH_SECONDS, BATCH_DOCUMENTS);
    const rows = this.partOf(cursor);
    let batch: PlacedRow[] = [];
    let bytes = 0;
    const flush = async (): Promise<void> => {
      if (batch.length === 0) return;
      const placed = batch;
      batch = [];
      bytes = 0;
      await this.write(
        placed.map(({ row }) => row),
        {
          counts,
          existing,
          collectReferences: plan.referenceLevels > 0,
          before: cursor.taken,
          done: () => this.advance(cursor, placed),
        },
      );
      this.progress(cursor.collection ?? QUERY_NAME);
      await this.saveSometimes();
      await this.pause(placed.map(({ row }) => row));
    };
    if (cursor.taken >= cursor.take) {
      // Cancelled after its last row.
      cursor.ended = true;
      return;
    }
    let isFull = false;
    let next = await rows.next();
    while (next.done !== true) {
      const { row } = next.value;
      batch.push(next.value);
      bytes += row.text.length;
      isFull = cursor.taken + batch.length >= cursor.take;
      if (isFull) {
        await rows.return(false);
        break;
      }
      if (batch.length >= batchRows || bytes >= BATCH_BYTES) await flush();
      next = await rows.next();
    }
    await flush();
    if (cursor.pages !== null) {
      cursor.position++;
      cursor.ended = cursor.position >= cursor.pages.length;
    } else cursor.ended = isFull || (next.done === true && next.value);
    if (isFull && plan.sample.kind === 'all')
      addNote(
        this.parts.state,
        `${counts.name} changes faster than it is copied. Documents that changed last may be missing.`,
      );
  }

  private async *partOf(cursor: Cursor): AsyncGenerator<PlacedRow, boolean> {
    const { source, state, signal } = this.parts;
    const statement = statementOf(state.plan, cursor);
    if (cursor.pages === null) {
      const usual = cursor.taken === 0 ? FIRST_PART_ROWS : Math.floor(PART_BYTES / this.rowBytes);
      const most = Math.max(1, Math.min(PART_ROWS, usual, cursor.take - cursor.taken));
      const rows = rowsAfter(source, statement, cursor, this.limit.within(PART_SECONDS, most), signal);
      return yield* rows;
    }
    const page = cursor.pages[cursor.position];
    if (page === undefined) return true;
    if (page.pageSize === 0) return false;
    const limits = { start: page.start, limit: page.pageSize };
    for await (const row of readRows(source, statement, limits, signal)) yield { row, next: cursor.position };
    return false;
  }

  private advance(cursor: Cursor, batch: readonly PlacedRow[]): void {
    cursor.taken += batch.length;
    if (cursor.pages !== null) {
      // The rest of the page remains for a resumption.
      const page = cursor.pages[cursor.position];
      if (page) {
        page.start += batch.length;
        page.pageSize = Math.max(0, page.pageSize - batch.length);
      }
      return;
    }
    cursor.position = batch.at(-1)?.next ?? cursor.position;
    const last = batch.map(({ row: { id, changeVector } }) => ({ id, changeVector }));
    cursor.anchors = [...cursor.anchors, ...last].slice(-ANCHORS);
  }

  /** Masks and writes rows; counts only what the target accepted. */
  private async write(
    rows: readonly SourceRow[],
    { counts, existing, collectReferences, before, done }: Written,
  ): Promise<void> {
    const { source, target, state, signal } = this.parts;
    const { plan } = state;
    const places = new Map(
      rows.map(({ id, collection }, at) => [id.toLowerCase(), { collection, position: before + at + 1 }]),
    );
    const reject = this.rejectionsOf(counts, places);
    const copied = rows.filter(({ artificial }) => !artificial);
    const projected = copied.filter((row) => row.projected).map(({ id }) => id);
    // An id can occur twice: a query can find it twice, and a changed document moves.
    const whole = lastOfEach([
      ...copied.filter((row) => !row.projected),
      ...(projected.length === 0 ? [] : await readDocuments(source, projected, signal, reject)),
    ]);
    const isRange = counts.name === HILO;
    const unread = isRange
      ? await largerRanges(target, whole, signal)
      : plan.documents.kind === 'query'
        ? whole.filter(({ id }) => !this.isKnown(id))
        : whole;
    const references = new Set<string>();
    const documents = unread.map(({ id, text }): WrittenDocument => {
      const document = copiedDocument({ id, text }, isRange ? [] : plan.maskedFields, this.masks);
      if (collectReferences) for (const each of document.references) references.add(each);
      for (const field of document.masked) if (!state.masked.includes(field)) state.masked.push(field);
      return document;
    });
    const result = await this.writer.write(documents, isRange ? 'overwrite' : existing, this.own, signal);
    // Without a pause in between: a cancelled copy counts each row once.
    done();
    const written = new Set(documents.map(({ id }) => id.toLowerCase()));
    state.unconfirmed = state.unconfirmed.filter((id) => !written.has(id));
    for (const id of written) if (this.known.size < MAX_KNOWN) this.known.add(id);
    this.collect(references);
    counts.artificial += rows.length - copied.length;
    counts.copied += result.copied;
    counts.skipped += result.skipped + (whole.length - unread.length);
    counts.bytes += result.bytes;
    for (const { id, reason } of result.rejected) reject(id, reason);
    const read = rows.reduce((sum, { text }) => sum + text.length, 0);
    if (rows.length > 0) this.rowBytes = Math.max(1, read / rows.length);
  }

  /** After the cursor was advanced: a cancellation during the pause leaves counts and cursor at the same place. */
  private async pause(rows: readonly SourceRow[]): Promise<void> {
    const { signal } = this.parts;
    const read = rows.reduce((sum, { text }) => sum + text.length, 0);
    await this.limit.pass(rows.length, read, signal);
    signal.throwIfAborted();
  }

  /** `places`: of the rows, by their ids in lower case. */
  private rejectionsOf(
    counts: CopyCounts,
    places: ReadonlyMap<string, RowPlace> = new Map(),
  ): (id: string, reason: string) => void {
    const { rejections, state } = this.parts;
    const { rejected } = state.report;
    return (id, reason) => {
      counts.rejected++;
      const { collection = null, position = null } = places.get(id.toLowerCase()) ?? {};
      const item = { kind: 'document', name: id, reason, collection, position } as const;
      rejections.add(item);
      if (rejected.length < MAX_LISTED_REJECTIONS) rejected.push(item);
    };
  }

  private readonly own: OwnWrites = {
    has: (id) => this.known.has(id) || this.parts.state.unconfirmed.includes(id),
    sending: async (documents) => {
      const { state, save } = this.parts;
      state.unconfirmed = [
        ...new Set([...state.unconfirmed, ...documents.map(({ id }) => id.toLowerCase())]),
      ];
      this.keepFound();
      await save();
    },
    refused: (documents) => {
      const { state } = this.parts;
      const ids = new Set(documents.map(({ id }) => id.toLowerCase()));
      state.unconfirmed = state.unconfirmed.filter((id) => !ids.has(id));
    },
  };

  private isKnown(id: string): boolean {
    return this.known.has(id.toLowerCase());
  }

  /** Not more than can be read. */
  private collect(references: ReadonlySet<string>): void {
    const { state } = this.parts;
    const most = state.plan.maxReferences * 2;
    const added = [...references].filter((id) => !this.isKnown(id) && !this.found.has(id));
    if (this.found.size + added.length > most)
      // The run copied them after they were found.
      for (const id of this.found) if (this.isKnown(id)) this.found.delete(id);
    for (const id of added) {
      if (this.found.size >= most) {
        addNote(
          state,
          `The documents refer to more than ${most.toLocaleString('en')} other documents. References beyond were not followed.`,
        );
        return;
      }
      this.found.add(id);
    }
  }

  private async saveSometimes(): Promise<void> {
    const { rejections } = this.parts;
    await rejections.flush();
    rejections.stopWhenFull();
    const now = this.parts.clock.now();
    if (now - this.savedAt < SAVE_EVERY_MS) return;
    this.keepFound();
    await this.parts.save();
    this.savedAt = this.parts.clock.now();
  }

  /** Before the state is saved. */
  keepFound(): void {
    this.parts.state.references.next = [...this.found];
  }
}

interface RowPlace {
  readonly collection: string | null;
  /** The number of the row, from 1. */
  readonly position: number;
}

interface Written {
  readonly counts: CopyCounts;
  readonly existing: CopyConflict;
  readonly collectReferences: boolean;
  /** Rows that were read before. */
  readonly before: number;
  /** Moves the place where a resumption continues. */
  readonly done: () => void;
}

function lastOfEach(rows: readonly SourceRow[]): readonly SourceRow[] {
  const each = new Map(rows.map((row) => [row.id.toLowerCase(), row]));
  return each.size === rows.length ? rows : [...each.values()];
}
