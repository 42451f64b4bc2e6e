/** Opens a file with progress in the status bar, cancellation, and an error message. */
import type { Session } from '../../app/registry/index.ts';
import { formatBytes, pluralize } from '../../ui/index.ts';
import { OpenFileError } from './decode/decoder.ts';
import type { IoModel } from './io-model.ts';

/** Larger files are unlikely to be recordings: five million events are about one gigabyte. */
const MAX_FILE_BYTES = 2 * 1024 ** 3;

export async function openRecording(session: Session, model: IoModel, file: File): Promise<boolean> {
  try {
    if (file.size > MAX_FILE_BYTES)
      throw new OpenFileError(
        `the file is ${formatBytes(file.size)}; the limit is ${formatBytes(MAX_FILE_BYTES)}`,
      );
    await session.runOperation(`Opening ${file.name}`, (control) =>
      model.openFile(file, {
        signal: control.signal,
        onProgress: ({ bytes, events }) =>
          control.report({ done: bytes, total: file.size, note: `${pluralize(events, 'event')} so far` }),
      }),
    );
    return true;
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return false;
    const problem =
      thrown instanceof OpenFileError
        ? new OpenFileError(`${file.name} cannot be opened: ${thrown.message}.`, { cause: thrown })
        : thrown;
    session.reportError(problem, `Opening ${file.name}`);
    return false;
  }
}
