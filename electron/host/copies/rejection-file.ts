/** The rejected documents of one copy: a private file of JSON lines beside its record, kept after the copy ended. */
import { createReadStream } from 'node:fs';
import { mkdir, open, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { copyItem, PortError, type CopyItem } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';
import { parsedJson } from '../dumps/parsed-json.ts';

/** A copy stops at this many, as an import of a file does. */
export const MAX_REJECTIONS = 50_000;
/** In characters: the file has at most about 100 MB. */
const MAX_REASON = 2000;
const READ_ITEMS = 500;

/** Where the file ended when the record was saved. */
export interface RejectionMark {
  items: number;
  bytes: number;
}

export class RejectionFile {
  private readonly path: string;
  private readonly mark: RejectionMark;
  private pending: string[] = [];
  private truncated = false;
  private added = false;

  /** `mark` is changed in place. */
  constructor(path: string, mark: RejectionMark) {
    this.path = path;
    this.mark = mark;
  }

  /** In memory until `flush`. */
  add(item: CopyItem): void {
    const { reason } = item;
    const short = reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON)}…` : reason;
    this.pending.push(`${JSON.stringify({ ...item, reason: short })}\n`);
    this.added = true;
  }

  /** Before the record is saved: a resumption drops what was written after its mark, and writes it again. */
  async flush(): Promise<void> {
    if (this.pending.length === 0) return;
    if (!this.truncated) await this.start();
    const lines = this.pending;
    const bytes = Buffer.from(lines.join(''));
    const handle = await open(this.path, 'a');
    // After a failure, a part can be written.
    this.truncated = false;
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    this.truncated = true;
    this.pending = [];
    this.mark.items += lines.length;
    this.mark.bytes += bytes.length;
  }

  /** Throws when another item was added to a full file. */
  stopWhenFull(): void {
    const isFull = this.added && this.mark.items + this.pending.length >= MAX_REJECTIONS;
    this.added = false;
    if (isFull)
      throw new PortError({
        code: 'bad-request',
        message: `${MAX_REJECTIONS.toLocaleString('en')} documents were rejected, so the copy stopped. Save the rejected items and remove their reason first.`,
      });
  }

  private async start(): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    await (await open(this.path, 'a', 0o600)).close();
    await truncate(this.path, this.mark.bytes);
    this.truncated = true;
  }
}

/** In parts. A line that is cut off by a crash is left out. */
export async function* readRejections(path: string): AsyncGenerator<CopyItem[]> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
  let items: CopyItem[] = [];
  try {
    for await (const line of lines) {
      const read = copyItem.safeParse(parsedJson(line));
      if (read.success) items.push(read.data);
      if (items.length < READ_ITEMS) continue;
      yield items;
      items = [];
    }
  } catch (cause) {
    if (!(isErrno(cause) && cause.code === 'ENOENT')) throw cause;
    throw new PortError({
      code: 'bad-request',
      message:
        'The list of rejected items was deleted: its copy was forgotten, or 20 later copies had rejected items.',
    });
  }
  if (items.length > 0) yield items;
}
