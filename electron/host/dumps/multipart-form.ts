/** The form of an import: the options, then the file. Its length is known, so that no server needs chunks. Pure. */
import { randomBytes } from 'node:crypto';
import type { UploadBody } from '../transport/transport.ts';

export interface DumpForm {
  readonly contentType: string;
  readonly body: UploadBody;
}

export function dumpForm(
  optionsJson: string,
  file: { readonly name: string; readonly size: number; readonly pieces: AsyncIterable<Buffer> },
  boundary = `rookery-${randomBytes(18).toString('hex')}`,
): DumpForm {
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="importOptions"\r\nContent-Type: application/json\r\n\r\n${optionsJson}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${partName(file.name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    'utf8',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`, 'utf8');
  async function* pieces(): AsyncGenerator<Buffer> {
    yield head;
    yield* file.pieces;
    yield tail;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: { length: head.length + file.size + tail.length, pieces: pieces() },
  };
}

/** A name that cannot end its header line or its quotes. */
function partName(name: string): string {
  const safe = name.replaceAll(/[^\w. -]/g, '_').slice(0, 120);
  return safe === '' ? 'dump' : safe;
}
