/** Saves the debug package of a server to a file. The host writes it; a page sees only the progress. */
import type { DebugPackageRequest, DebugPackageResult, Port } from '../../contract/index.ts';
import { withExportProgress } from '../export-progress.ts';
import type { ExportOptions } from '../exports.ts';

export async function downloadPackage(
  port: Port,
  request: Omit<DebugPackageRequest, 'id'>,
  { signal, onProgress }: ExportOptions,
): Promise<DebugPackageResult> {
  const id = crypto.randomUUID();
  return withExportProgress(port, id, onProgress, () =>
    port.call('packages.save', { ...request, id }, { signal }),
  );
}
