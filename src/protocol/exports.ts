/** Exports of complete results. The host reads and writes them; a page sees only their progress. */
import type { ExportProgress, ExportRequest, ExportResult, ExportSource, Port } from '../contract/index.ts';
import { withExportProgress } from './export-progress.ts';
import { rqlText } from './rql-text.ts';

export interface ExportOptions {
  readonly signal: AbortSignal;
  /** Called with the latest progress; with `download`, the page starts the download of that path. */
  readonly onProgress: (progress: ExportProgress) => void;
}

/** Resolves when the file is complete. */
export async function runExport(
  port: Port,
  request: Omit<ExportRequest, 'id'>,
  { signal, onProgress }: ExportOptions,
): Promise<ExportResult> {
  const id = crypto.randomUUID();
  return withExportProgress(port, id, onProgress, () =>
    port.call('exports.run', { ...request, id }, { signal }),
  );
}

/** All documents of a collection; of the database for null. */
export function collectionSource(collection: string | null): ExportSource {
  return collection === null
    ? { kind: 'documents', startsWith: '' }
    : {
        kind: 'query',
        query: `from ${rqlText(collection)}`,
        parameters: {},
        noNewIndex: true,
      };
}
