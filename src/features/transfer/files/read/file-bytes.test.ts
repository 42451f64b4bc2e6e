import { expect, it } from 'vitest';
import { fileBytes, firstBytes } from './file-bytes.ts';

const text = Array.from({ length: 400_000 }, (_, n) => `line ${n}\n`).join('');

async function packedText(): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function readAll(file: File, gzip: boolean, offset: number): Promise<{ text: string; read: number }> {
  const meter = { read: 0 };
  const decoder = new TextDecoder();
  let read = '';
  for await (const piece of fileBytes({ file, gzip }, offset, meter))
    read += decoder.decode(piece, { stream: true });
  return { text: read, read: meter.read };
}

it.each([0, 7, 3_000_000])('reads a file from offset %i on, stored and compressed', async (offset) => {
  const packed = await packedText();
  const plain = await readAll(new File([text], 'a.csv'), false, offset);
  expect(plain).toEqual({ text: text.slice(offset), read: text.length });
  const unpacked = await readAll(new File([packed], 'a.csv.gz'), true, offset);
  expect(unpacked).toEqual({ text: text.slice(offset), read: packed.length });
});

it('names a damaged gzip file, after what can be read', async () => {
  const packed = await packedText();
  const file = new File([packed.subarray(0, packed.length - 1000)], 'a.csv.gz');
  await expect(readAll(file, true, 0)).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringContaining('a.csv.gz cannot be decompressed') as unknown,
  });
  const head = await firstBytes({ file, gzip: true }, 1000);
  expect(new TextDecoder().decode(head)).toBe(text.slice(0, 1000));
});
