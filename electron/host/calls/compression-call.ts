/** `compression.measure`: how far a sample of documents would shrink with a dictionary of its collection. */
import type { PortHandlers } from '../../../src/contract/index.ts';
import { measureCompression } from '../compression/measure.ts';

export function compressionCall(): Pick<PortHandlers['calls'], 'compression.measure'> {
  return { 'compression.measure': ({ documents }, signal) => measureCompression(documents, signal) };
}
