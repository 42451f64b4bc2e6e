/** The body of a request to the in-process engine, written while the engine reads it. */
import { toPortError, type PortError } from '../../../src/contract/index.ts';
import type { UploadHandle } from './addon-binding.ts';
import type { UploadBody } from './transport.ts';

/** Writes until the body is complete or the engine reads no more. */
export class PieceWriter {
  /** Why the body could not be read; the request is aborted then. */
  failure: PortError | undefined;

  constructor(upload: UploadHandle, body: UploadBody) {
    void this.write(upload, body);
  }

  private async write(upload: UploadHandle, { pieces }: UploadBody): Promise<void> {
    try {
      for await (const piece of pieces) if (!(await upload.write(piece))) return;
      upload.end();
    } catch (thrown) {
      this.failure = toPortError(thrown);
      upload.abort();
    }
  }
}
