import { Readable } from 'node:stream';
import { report } from '../report.ts';
import { idOf, order } from '../storage/documents.ts';
import { progress } from '../storage/progress.ts';
import { startRookeryd } from '../storage/sides.ts';
import type { Sizes } from '../storage/sizes.ts';
import { importStream } from './dumps.ts';

/** Bytes of the generated dump. */
const bytesOf = ({ quick }: Sizes): number => (quick ? 20e6 : 10e9);
/** Documents of one piece; the generated ones repeat with other ids. */
const piece = 2000;

/** The memory of the server during the import of a stream that is far larger than it. */
export async function largeStream(sizes: Sizes): Promise<void> {
  const size = bytesOf(sizes);
  const side = await startRookeryd();
  try {
    await side.createDatabase('bench');
    await side.forgetPeak();
    progress(`import of a generated stream of ${size / 1e6} MB`);
    const { documents, seconds } = await importStream(side, 'bench', Readable.from(generated(size)));
    const memory = await side.memory();
    if (!memory) {
      console.log(
        JSON.stringify({ bench: 'import', metric: 'stream-memory', skipped: 'no /proc to read it from' }),
      );
      return;
    }
    report('import', 'stream-memory', memory.peak / (1 << 20), {
      documents,
      megabytes: size / 1e6,
      seconds: Math.round(seconds),
      documents_per_s: Math.round(documents / seconds),
    });
  } finally {
    await side.remove();
  }
}

function* generated(size: number): Generator<Uint8Array> {
  const bodies = Array.from({ length: piece }, (_, number) => JSON.stringify(order(number)).slice(0, -2));
  yield Buffer.from('{"BuildVersion":71000,"Docs":[');
  let written = 0;
  for (let first = 0; written < size; first += piece) {
    const items = bodies.map((body, index) => `${body},"@id":"${idOf(first + index)}"}}`);
    const bytes = Buffer.from(`${first === 0 ? '' : ','}${items.join(',')}`);
    written += bytes.length;
    yield bytes;
  }
  yield Buffer.from(']}');
}
