/** The largest import into the sandbox: the host holds the complete form in memory. Pure. */
import { PortError } from '../../../src/contract/index.ts';

export const MAX_SANDBOX_UPLOAD_BYTES = 1024 * 1024 * 1024;

/** `length` is the length of the complete form. */
export function checkSandboxUpload(length: number): void {
  if (length > MAX_SANDBOX_UPLOAD_BYTES)
    throw new PortError({
      code: 'too-large',
      message:
        'The sandbox takes files of up to 1 GB, because it holds them in memory. Start rookeryd, connect to it, and import there.',
    });
}
