/** File exports. */
import { pngImage, svgImage, type ImageSource } from '../../charts/timeline/index.ts';
import { formatDateTime, saveFile } from '../../ui/index.ts';
import { attributionMarkdown } from './attribution-view.tsx';
import { csvParts, ioFileName, ioFileParts } from './io-file.ts';
import type { IoRecording, RecordedSource } from './io-recording.ts';
import { statisticsMarkdown } from './statistics-table.tsx';
import type { Analysis } from './use-analysis.ts';
import type { ViewWindow } from '../../charts/timeline/index.ts';

/** Yields to the event loop between pieces: a million events are some hundred of them. */
async function blobOf(parts: Iterable<string>, type: string): Promise<Blob> {
  const pieces: Blob[] = [];
  for (const part of parts) {
    pieces.push(new Blob([part]));
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return new Blob(pieces, { type });
}

export async function saveJson(recording: IoRecording, source: RecordedSource): Promise<void> {
  const name = source.name.replace(/\.json$/i, '');
  saveFile(
    ioFileName(name, new Date()),
    'application/json',
    await blobOf(ioFileParts(recording, source.id), 'application/json'),
  );
}

export async function saveCsv(recording: IoRecording, name: string): Promise<void> {
  saveFile(ioFileName(name, new Date(), 'csv'), 'text/csv', await blobOf(csvParts(recording), 'text/csv'));
}

export function saveSvg(picture: ImageSource, name: string): void {
  saveFile(ioFileName(name, new Date(), 'svg'), 'image/svg+xml', svgImage(picture, `I/O of ${name}`));
}

export async function savePng(picture: ImageSource, name: string): Promise<void> {
  saveFile(ioFileName(name, new Date(), 'png'), 'image/png', await pngImage(picture));
}

/** A summary of a range as Markdown, for a report. */
export function summaryMarkdown(name: string, range: ViewWindow, analysis: Analysis, utc: boolean): string {
  return [
    `# I/O of ${name}`,
    '',
    `${formatDateTime(range.from, { utc })} to ${formatDateTime(range.to, { utc })}`,
    '',
    ...analysis.hints.map(({ text }) => `- ${text}`),
    '',
    '## Statistics by type',
    '',
    statisticsMarkdown(analysis.statistics),
    '',
    '## Concurrent with journal writes',
    '',
    attributionMarkdown(analysis.attribution),
    '',
  ].join('\n');
}
