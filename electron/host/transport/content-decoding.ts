/** Compressed answers. zstd is offered only where this Node can read it. */
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';

const decoders: Record<string, () => Transform> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  br: () => zlib.createBrotliDecompress(),
  ...('createZstdDecompress' in zlib ? { zstd: zstdDecoder } : {}),
};

/**
 * RavenDB 7.1 flushes its zstd answers but never marks the last block as the last, so the end must not be waited for.
 * A cut-off answer is still noticed: HTTP's own framing tells.
 */
function zstdDecoder(): Transform {
  return zlib.createZstdDecompress({ finishFlush: zlib.constants.ZSTD_e_flush });
}

export const acceptEncoding = ['zstd', 'br', 'gzip']
  .filter((name) => Object.hasOwn(decoders, name))
  .join(', ');

/** Undefined when nothing has to be decoded; throws for an encoding that was not offered. */
export function decoderFor(contentEncoding: string | undefined): Transform | undefined {
  const name = (contentEncoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  const make = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (!make) throw new Error(`the answer is encoded as "${name}", which was not asked for`);
  return make();
}
