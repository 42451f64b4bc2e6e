/** Copies a file of this computer to a sink. */
import type { FileHandle } from 'node:fs/promises';
import { PortError, toPortError, type ExportProgress } from '../../../src/contract/index.ts';
import type { ExportSink } from './export-way.ts';

const PIECE_BYTES = 256 * 1024;

/** Of `bytes` bytes. The sink is finished or discarded in any case; the file stays open. */
export async function copyToSink(
  source: { readonly file: FileHandle; readonly bytes: number },
  sink: ExportSink,
  signal: AbortSignal,
  report: (progress: ExportProgress) => void,
): Promise<{ bytes: number; file: string | null }> {
  const { file, bytes: total } = source;
  try {
    let bytes = 0;
    while (bytes < total) {
      if (signal.aborted || sink.readerLeft.aborted) throw new Error('cancelled');
      // The sink keeps the pieces for a while.
      const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, total - bytes));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, bytes);
      if (bytesRead === 0)
        throw new PortError({ code: 'storage', message: 'The file was shortened while it was copied.' });
      await sink.write(buffer.subarray(0, bytesRead), 0);
      bytes += bytesRead;
      report({ kind: 'rows', rows: 0, bytes, total: null });
    }
    if (signal.aborted || sink.readerLeft.aborted) throw new Error('cancelled');
    return { bytes, file: await sink.finish() };
  } catch (thrown) {
    const rest = await sink.discard();
    if (signal.aborted || sink.readerLeft.aborted)
      throw new PortError({ code: 'cancelled', message: `The export was cancelled. ${rest}` });
    const error = toPortError(thrown);
    throw new PortError({ ...error.toBody(), message: `${error.message.replace(/\.$/, '')}. ${rest}` });
  }
}
