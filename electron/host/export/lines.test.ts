import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOf } from './lines.ts';

// An async iterable like the body of a response.
// eslint-disable-next-line @typescript-eslint/require-await
async function* inPieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const size = sizes[i % Math.max(1, sizes.length)] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

it('finds the same lines however the bytes are cut, also within a character', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' })),
      fc.array(fc.integer({ min: 1, max: 7 })),
      async (texts, sizes) => {
        const lines = texts.map((text) => JSON.stringify(text));
        expect(await all(linesOf(inPieces(Buffer.from(lines.join('\r\n')), sizes)))).toEqual(lines);
      },
    ),
  );
});

it('refuses a line that does not end', async () => {
  const endless = inPieces(Buffer.alloc(5000, 'a'), [100]);
  await expect(all(linesOf(endless, 1000))).rejects.toMatchObject({ code: 'too-large' });
});
