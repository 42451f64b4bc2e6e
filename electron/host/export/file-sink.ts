/** Writes an export to a file of this computer. It has its final name only when it is complete. */
import { open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { PortError } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';
import { amountOf } from './row-count.ts';
import type { ExportSink } from './export-way.ts';

const BUFFER_BYTES = 256 * 1024;
const ENDING = '.incomplete';

export async function openFileSink(path: string): Promise<ExportSink> {
  const partial = path + ENDING;
  try {
    return new FileSink(path, partial, await open(partial, 'w'));
  } catch (thrown) {
    throw notWritten(partial, thrown);
  }
}

class FileSink implements ExportSink {
  readonly readerLeft = new AbortController().signal;
  rows = 0;
  bytes = 0;
  private readonly path: string;
  private readonly partial: string;
  private readonly file: FileHandle;
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private pendingRows = 0;

  constructor(path: string, partial: string, file: FileHandle) {
    this.path = path;
    this.partial = partial;
    this.file = file;
  }

  async write(content: string | Buffer, rows: number): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
    this.pendingRows += rows;
    if (this.pendingBytes >= BUFFER_BYTES) await this.flush();
  }

  async finish(): Promise<string> {
    try {
      await this.flush();
      await this.file.sync();
      await this.file.close();
      await rename(this.partial, this.path);
      return this.path;
    } catch (thrown) {
      throw notWritten(this.path, thrown);
    }
  }

  async discard(): Promise<string> {
    try {
      await this.close();
      await unlink(this.partial);
      return 'The partial file was deleted.';
    } catch (thrown) {
      return `The partial file ${this.partial} could not be deleted: ${reason(thrown)}.`;
    }
  }

  async endIncomplete(): Promise<string> {
    const where = `${basename(this.partial)} in ${dirname(this.partial)}`;
    try {
      await this.flush();
      await this.close();
      return `${where} holds the first ${amountOf(this)} and is incomplete.`;
    } catch (thrown) {
      await this.close().catch(() => undefined);
      return `${where} holds at least ${amountOf(this)} and is incomplete: ${reason(thrown)}.`;
    }
  }

  private async flush(): Promise<void> {
    const bytes = Buffer.concat(this.pending, this.pendingBytes);
    const rows = this.pendingRows;
    this.pending = [];
    this.pendingBytes = 0;
    this.pendingRows = 0;
    try {
      for (let at = 0; at < bytes.length;)
        at += (await this.file.write(bytes, at, bytes.length - at)).bytesWritten;
    } catch (thrown) {
      throw notWritten(this.partial, thrown);
    }
    this.rows += rows;
    this.bytes += bytes.length;
  }

  private async close(): Promise<void> {
    if (this.file.fd >= 0) await this.file.close();
  }
}

function notWritten(path: string, thrown: unknown): PortError {
  if (thrown instanceof PortError) return thrown;
  return new PortError({
    code: 'storage',
    message: `${path} could not be written: ${reason(thrown)}.`,
    detail: String(thrown),
  });
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  ENOENT: 'the folder does not exist',
  EISDIR: 'it is a folder',
};

function reason(thrown: unknown): string {
  if (thrown instanceof PortError) return thrown.message.replace(/\.$/, '');
  const code = isErrno(thrown) ? thrown.code : undefined;
  return (
    (code === undefined ? undefined : reasons[code]) ??
    (thrown instanceof Error ? thrown.message : String(thrown))
  );
}
