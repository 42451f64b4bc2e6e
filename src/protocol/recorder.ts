/** Recordings that the host makes and keeps: started, stopped, changed, exported and compared. */
import type {
  CallResponse,
  Port,
  RecorderRequest,
  RecordingComparison,
  RecordingEdit,
  RecordingPart,
  RecordingsList,
} from '../contract/index.ts';
import { withExportProgress } from './export-progress.ts';
import type { ExportOptions } from './exports.ts';
import type { OpenRecording } from './recordings.ts';

export type SavedRecording = CallResponse<'recordings.save'>;
type Opened = Pick<OpenRecording, 'id'>;

/** Resolves when the recorder runs or waits; what fails later is in the list. */
export async function startRecording(port: Port, request: RecorderRequest): Promise<string> {
  return (await port.call('recordings.start', request)).id;
}

/** Resolves when the file is complete, with its name. Null: it waited or started, or it failed, which the list shows. */
export async function stopRecording(port: Port, id: string): Promise<string | null> {
  return (await port.call('recordings.stop', { id })).name;
}

export async function removeRecording(port: Port, name: string): Promise<void> {
  await port.call('recordings.remove', { name });
}

/** Removes a failed, ended or missed recording from the list. */
export async function dismissRecording(port: Port, id: string): Promise<void> {
  await port.call('recordings.dismiss', { id });
}

/** Copies a stored file to where the user chooses. */
export function saveRecording(
  port: Port,
  name: string,
  { signal, onProgress }: ExportOptions,
): Promise<SavedRecording> {
  const progress = crypto.randomUUID();
  return withExportProgress(port, progress, onProgress, () =>
    port.call('recordings.save', { name, progress }, { signal }),
  );
}

/** Writes a part of an open recording to where the user chooses. */
export function exportRecordingPart(
  port: Port,
  { id }: Opened,
  part: RecordingPart,
  { signal, onProgress }: ExportOptions,
): Promise<SavedRecording> {
  const progress = crypto.randomUUID();
  return withExportProgress(port, progress, onProgress, () =>
    port.call('recordings.export', { id, part, progress }, { signal }),
  );
}

export type RecordingChange = Partial<Omit<RecordingEdit, 'id'>>;

/** Writes a changed copy; returns the name of the new file. What is left out of `change` stays as it is. */
export async function editRecording(
  port: Port,
  { id }: Opened,
  change: RecordingChange,
  signal: AbortSignal,
): Promise<string> {
  const unchanged = { range: null, mask: false, note: null, annotations: [] };
  const { name } = await port.call('recordings.edit', { ...unchanged, ...change, id }, { signal });
  return name;
}

export function compareRecordings(
  port: Port,
  a: Opened,
  b: Opened,
  signal: AbortSignal,
): Promise<RecordingComparison> {
  return port.call('recordings.compare', { id: a.id, other: b.id }, { signal });
}

/** The list, again on every change and once a second while something is recorded. */
export function watchRecordings(port: Port, signal: AbortSignal): AsyncIterable<RecordingsList> {
  return port.open('recordings.watch', {}, { signal });
}
