/**
 * Estimates documents compression. A database compresses each document on its own, with zstd and a dictionary that is
 * trained on other documents of the collection. Node has no training of dictionaries, so three of four documents are
 * the preset dictionary of deflate, which has fixed codes for short texts as a trained dictionary has. With the
 * sandbox's own samples the ratio is within a few percent of what the engine stores; zstd with an untrained
 * dictionary is off by up to a factor of two for documents below 100 bytes.
 */
import { setImmediate } from 'node:timers/promises';
import zlib from 'node:zlib';
import type { CallResponse } from '../../../src/contract/index.ts';

/** The window of deflate, and the size that trained dictionaries usually have. */
const DICTIONARY_BYTES = 32 * 1024;
/** Fewer documents are compressed without a dictionary, as a database does before it has trained one. */
const LEAST_FOR_DICTIONARY = 16;
/** Every fourth document is measured, the others fill the dictionary. */
const MEASURED_EVERY = 4;
/** Frame header and number of the dictionary, per document. */
const FRAME_BYTES = 8;
/** Bytes between two pauses in which the host serves other calls. */
const SLICE_BYTES = 128 * 1024;
/** Below this, the time is that of starting the compressor. */
const LEAST_TIMED_BYTES = 4096;
/** The measured time is the fastest of these rounds: the others waited for something else. */
const ROUNDS = 3;

export async function measureCompression(
  documents: readonly string[],
  signal: AbortSignal,
): Promise<CallResponse<'compression.measure'>> {
  const bodies = documents.map((text) => Buffer.from(text));
  const withDictionary = bodies.length >= LEAST_FOR_DICTIONARY;
  const isMeasured = (index: number) => !withDictionary || index % MEASURED_EVERY === MEASURED_EVERY - 1;
  const measured = bodies.filter((_, index) => isMeasured(index));
  const dictionary = withDictionary ? dictionaryOf(bodies.filter((_, index) => !isMeasured(index))) : null;
  const frame = dictionary === null ? 0 : FRAME_BYTES;

  let packedBytes = 0;
  let slice = 0;
  for (const body of measured) {
    const packed = zlib.deflateRawSync(body, dictionary === null ? {} : { dictionary }).length + frame;
    // What does not shrink is stored as it is.
    packedBytes += Math.min(packed, body.length);
    slice += body.length;
    if (slice < SLICE_BYTES) continue;
    slice = 0;
    await setImmediate(undefined, { signal });
  }
  return {
    measured: measured.length,
    plainBytes: total(measured),
    packedBytes,
    dictionaryBytes: dictionary?.length ?? 0,
    nanosecondsPerByte: await timeOfZstd(bodies, signal),
  };
}

/** Documents from all parts of the sample, complete unless one would fill more than a quarter. */
function dictionaryOf(bodies: readonly Buffer[]): Buffer {
  const parts = bodies.map((body) => body.subarray(0, DICTIONARY_BYTES / 4));
  const step = Math.max(1, Math.floor(total(parts) / DICTIONARY_BYTES));
  return Buffer.concat(parts.filter((_, index) => index % step === 0)).subarray(0, DICTIONARY_BYTES);
}

/** One buffer, because the start of a call costs more than a small document; a database reuses its compressor. */
async function timeOfZstd(bodies: readonly Buffer[], signal: AbortSignal): Promise<number | null> {
  if (!('zstdCompressSync' in zlib)) return null;
  const text = Buffer.concat(bodies).subarray(0, SLICE_BYTES);
  if (text.length < LEAST_TIMED_BYTES) return null;
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    await setImmediate(undefined, { signal });
    const start = process.hrtime.bigint();
    zlib.zstdCompressSync(text);
    best = Math.min(best, Number(process.hrtime.bigint() - start));
  }
  return best / text.length;
}

function total(bodies: readonly Buffer[]): number {
  return bodies.reduce((sum, body) => sum + body.length, 0);
}
