/** Opens the file that an export writes: chosen in the system's dialog, or a download of the browser. */
import { PortError } from '../../../src/contract/index.ts';
import type { ExportSink, ExportWay, FileToExport } from './export-way.ts';
import { openFileSink } from './file-sink.ts';

export type ChoosingProgress =
  { readonly kind: 'choosing' } | { readonly kind: 'download'; readonly path: string };

export async function openSink(
  way: ExportWay,
  file: FileToExport,
  signal: AbortSignal,
  report: (progress: ChoosingProgress) => void,
): Promise<ExportSink> {
  if (way.kind === 'download') {
    const { path, opened } = way.offer(file, signal);
    report({ kind: 'download', path });
    return opened;
  }
  report({ kind: 'choosing' });
  const path = await way.choose(file);
  if (path === null || signal.aborted)
    throw new PortError({ code: 'cancelled', message: 'No file was chosen, so nothing was exported.' });
  return openFileSink(path);
}
