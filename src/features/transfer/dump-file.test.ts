import { expect, it } from 'vitest';
import { readDumpHead } from './dump-file.ts';

const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

it.each([
  ['zstd', bytes(0x28, 0xb5, 0x2f, 0xfd, 0)],
  ['gzip', bytes(0x1f, 0x8b, 8)],
  ['json', text('{"BuildVersion":1}')],
  ['json', text('\uFEFF \r\n{')],
])('recognizes a %s dump', (kind, head) => {
  expect(readDumpHead('x', 9, head)).toEqual({ ok: true, kind });
});

it.each([
  ['is empty', bytes(), 0],
  ['is a ZIP archive', bytes(0x50, 0x4b, 3, 4), 9],
  ['is not a dump', text('hello'), 9],
  ['is not a dump', text('[1]'), 9],
  ['is not a dump', bytes(0x91, 0x02, 0xff, 0x80), 9],
])('refuses a file that %s', (reason, head, size) => {
  expect(readDumpHead('photo.bin', size, head)).toMatchObject({
    ok: false,
    reason: expect.stringContaining(`photo.bin ${reason}`) as unknown,
  });
});
