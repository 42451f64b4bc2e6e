/** Response decompression. zstd is offered only where this Node supports it. */
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';

const decoders: Record<string, () => Transform> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  br: () => zlib.createBrotliDecompress(),
  ...('createZstdDecompress' in zlib ? { zstd: zstdDecoder } : {}),
};

/**
 * RavenDB 7.1 flushes zstd responses but does not mark the last block, so the end marker is not required. HTTP
 * framing still detects a truncated response.
 */
function zstdDecoder(): Transform {
  return zlib.createZstdDecompress({ finishFlush: zlib.constants.ZSTD_e_flush });
}

export const acceptEncoding = ['zstd', 'br', 'gzip']
  .filter((name) => Object.hasOwn(decoders, name))
  .join(', ');

/** Undefined when no decoding is needed; throws for an encoding that was not offered. */
export function decoderFor(contentEncoding: string | undefined): Transform | undefined {
  const name = (contentEncoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  const make = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (!make) throw new Error(`the response has the encoding "${name}", which was not requested`);
  return make();
}
