/** Reads a file of the folder into the memory of the addon. */
import { MAX_PIECE_BYTES, MAX_RECORDING_BYTES, PortError } from '../../../src/contract/index.ts';
import type { Addon } from '../transport/addon-binding.ts';
import { RecordingSession } from './recording-session.ts';
import type { RecordingsFolder } from './recordings-folder.ts';

/** The session has the complete file; the caller closes it. */
export async function openStored(
  addon: Pick<Addon, 'openRecording'>,
  folder: RecordingsFolder,
  name: string,
  signal: AbortSignal,
): Promise<RecordingSession> {
  const { file, bytes } = await folder.open(name);
  try {
    if (bytes === 0) throw new PortError({ code: 'bad-request', message: 'The file is empty.' });
    if (bytes > MAX_RECORDING_BYTES)
      throw new PortError({
        code: 'too-large',
        message: 'The file is larger than 256 MB, the limit for a recording: cut it to a shorter time first.',
      });
    const session = new RecordingSession(addon, bytes);
    try {
      for (let offset = 0; offset < bytes;) {
        signal.throwIfAborted();
        const piece = Buffer.alloc(Math.min(MAX_PIECE_BYTES, bytes - offset));
        const { bytesRead } = await file.read(piece, 0, piece.length, offset);
        session.add(offset, piece.subarray(0, bytesRead));
        offset += bytesRead;
      }
      return session;
    } catch (thrown) {
      session.close();
      throw thrown;
    }
  } finally {
    await file.close();
  }
}
