import { expect, it } from 'vitest';
import { readFileKind, type FileKind } from './file-kind.ts';

const encoder = new TextEncoder();

function kindOf(name: string, content: string | Uint8Array): FileKind {
  const head = typeof content === 'string' ? encoder.encode(content) : content;
  return readFileKind({ name, size: head.length, stored: head, head });
}

it.each([
  ['a.bin', '{"a":1}\n{"b":2}\n', { format: 'ndjson' }],
  ['a.bin', '{\n  "a": 1\n}\n', { format: 'json', isArray: false }],
  ['a.jsonl', '{"a":\n{"b":2}\n', { format: 'ndjson' }],
  ['a.bin', ' [\n{"a":1}]', { format: 'json', isArray: true }],
  ['a.bin', 'x;y\n1,5;2\n3,5;4\n', { format: 'csv', delimiter: ';' }],
  ['a.bin', 'x\ty\n1\t2\n', { format: 'csv', delimiter: '\t' }],
  ['a.csv', 'Name\nAnn\n', { format: 'csv', delimiter: ',' }],
  ['a.csv', '\uFEFF@id,Name\r\na,b\r\n', { format: 'csv', start: 3 }],
])('recognizes %s, %j', (name, content, expected) => {
  expect(kindOf(name, content)).toMatchObject({ kind: 'documents', ...expected });
});

it.each([['{"BuildVersion":71028,"Docs":[]}'], ['\uFEFF {"Docs":[{"@metadata":{"@id":"x/1"}}]}']])(
  'recognizes the dump %s',
  (content) => {
    expect(kindOf('a.json', content)).toMatchObject({ kind: 'dump', read: { ok: true, kind: 'json' } });
  },
);

it.each([
  ['', 'a.csv is empty'],
  [' \n ', 'a.csv contains only white space'],
  [new Uint8Array([0xff, 0xfe, 0x61, 0]), 'UTF-16 (byte order mark FF FE at offset 0)'],
  [new Uint8Array([0x61, 0, 0x62, 0]), 'UTF-16 (NUL byte at offset 1)'],
  [new Uint8Array([0x61, 0x2c, 0xe9, 0x0a]), 'byte E9 at offset 2'],
  [new Uint8Array([0x61, 0x2c, 0x0a, 0x62, 0]), 'NUL byte at offset 4'],
  [new Uint8Array([0x50, 0x4b, 3, 4]), 'ZIP archive'],
])('refuses %j', (content, reason) => {
  expect(kindOf('a.csv', content)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining(reason) as unknown,
  });
});

it('refuses a text that is no table', () => {
  expect(kindOf('photo.bin', 'hello')).toMatchObject({ kind: 'refused' });
});
