/** Reads a file and writes its documents in batches: one is sent while the next one is read. */
import { PortError } from '../../../../contract/index.ts';
import { makerOf, splitterOf } from '../map/preview.ts';
import type { DocumentMaker } from '../map/document.ts';
import type { FileSettings } from '../map/settings.ts';
import { fileBytes, type FileSource, type ReadMeter } from '../read/file-bytes.ts';
import type { FileItem } from '../read/item.ts';
import { readItems } from '../read/read-items.ts';
import { BatchWriter, ImportStop, type Entry } from './batch-writer.ts';
import type { ImportCounts, ImportEnd, ImportOutcome, ImportReport } from './report.ts';
import type { ImportTarget } from './target.ts';

const BATCH_DOCUMENTS = 1000;
const BATCH_CHARACTERS = 2 * 1024 * 1024;

export interface ImportProgress {
  readonly counts: ImportCounts;
  /** Read from the file on the disk. */
  readonly bytes: number;
}

export interface ImportParts {
  readonly source: FileSource;
  /** Length of the byte order mark. */
  readonly start: number;
  readonly settings: FileSettings;
  readonly target: ImportTarget;
  /** The report of the part that was imported before; null at the beginning of a file. */
  readonly before: ImportReport | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** Never throws: the report is right whatever happens. */
export async function importFile(parts: ImportParts): Promise<ImportOutcome> {
  const { source, start, settings, target, before, signal, onProgress } = parts;
  const from = before?.checkpoint ?? { offset: start, line: 1 };
  const writer = new BatchWriter(target, settings.existing, from, before);
  const meter: ReadMeter = { read: 0 };
  const make = makerOf(settings);
  const sender = new Sender(writer, () => onProgress({ counts: writer.report.counts, bytes: meter.read }));
  const isResumed = from.offset > start;
  let headerPending = settings.format === 'csv' && settings.csv.hasHeader && !isResumed;
  let fatal: Extract<FileItem, { kind: 'fatal' }> | undefined;

  try {
    const pieces = fileBytes(source, from.offset, meter);
    for await (const items of readItems(pieces, splitterOf(settings, isResumed), from)) {
      for (const item of items) {
        if (item.kind === 'fatal') {
          fatal = item;
          const { line, offset, end, endLine, reason } = item;
          await sender.add({ line, offset, end, endLine, kind: 'rejected', id: null, reason }, signal);
        } else if (headerPending) headerPending = false;
        else await sender.add(entryOf(item, make), signal);
      }
      if (signal.aborted) throw cancelled();
    }
    await sender.flush();
    return { end: endOf(fatal), report: writer.report };
  } catch (thrown) {
    // The batch under way ends first, so that its result is in the report.
    const failure = (await sender.settled()) ?? thrown;
    return { end: failedEnd(failure, signal), report: writer.report };
  }
}

const cancelled = (): PortError => new PortError({ code: 'cancelled', message: 'The import was cancelled.' });

function endOf(fatal: Extract<FileItem, { kind: 'fatal' }> | undefined): ImportEnd {
  if (!fatal) return { kind: 'completed' };
  const { line, offset, reason } = fatal;
  return {
    kind: 'stopped',
    reason: `The file cannot be read from line ${line}, offset ${offset} on. ${reason}`,
    canResume: false,
  };
}

function failedEnd(thrown: unknown, signal: AbortSignal): ImportEnd {
  if (thrown instanceof ImportStop)
    return { kind: 'stopped', reason: thrown.message, canResume: thrown.canResume };
  if (signal.aborted && thrown instanceof PortError && thrown.code === 'cancelled')
    return { kind: 'cancelled' };
  return { kind: 'failed', error: thrown };
}

function entryOf(item: Exclude<FileItem, { kind: 'fatal' }>, make: DocumentMaker): Entry {
  const { line, offset, end, endLine } = item;
  const place = { line, offset, end, endLine };
  if (item.kind === 'rejected') return { ...place, kind: 'rejected', id: null, reason: item.reason };
  const made = make(item.text);
  return made.ok
    ? { ...place, kind: 'document', document: { id: made.id, text: made.text } }
    : { ...place, kind: 'rejected', id: made.id, reason: made.reason };
}

/** At most one batch is sent and one is collected: the reading waits for the server. */
class Sender {
  readonly #writer: BatchWriter;
  readonly #onWritten: () => void;
  #entries: Entry[] = [];
  #characters = 0;
  /** Resolves with the failure of the batch under way. */
  #running: Promise<{ readonly thrown: unknown } | null> = Promise.resolve(null);

  constructor(writer: BatchWriter, onWritten: () => void) {
    this.#writer = writer;
    this.#onWritten = onWritten;
  }

  async add(entry: Entry, signal: AbortSignal): Promise<void> {
    this.#entries.push(entry);
    if (entry.kind === 'document') this.#characters += entry.document.text.length;
    if (this.#entries.length < BATCH_DOCUMENTS && this.#characters < BATCH_CHARACTERS) return;
    await this.#wait();
    if (signal.aborted) throw cancelled();
    const entries = this.#entries;
    this.#entries = [];
    this.#characters = 0;
    this.#running = this.#write(entries);
  }

  async flush(): Promise<void> {
    await this.#wait();
    this.#running = this.#write(this.#entries);
    await this.#wait();
  }

  /** The failure of the batch under way, after its end. */
  async settled(): Promise<unknown> {
    return (await this.#running)?.thrown;
  }

  async #wait(): Promise<void> {
    const failure = await this.#running;
    if (failure) throw failure.thrown;
  }

  async #write(entries: readonly Entry[]): Promise<{ readonly thrown: unknown } | null> {
    try {
      await this.#writer.write(entries);
      return null;
    } catch (thrown) {
      return { thrown };
    } finally {
      this.#onWritten();
    }
  }
}
