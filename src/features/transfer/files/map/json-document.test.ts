import { expect, it } from 'vitest';
import { jsonDocuments } from './json-document.ts';
import type { FileSettings } from './settings.ts';

const settings: FileSettings = {
  format: 'ndjson',
  isArray: false,
  csv: { delimiter: ',', hasHeader: true, columns: [], empty: 'null', dropApostrophes: true, idColumn: 0 },
  collection: 'Items',
  idSource: 'server',
  idProperty: 'key.id',
  idPrefix: '',
  existing: 'overwrite',
};

function made(text: string, part: Partial<FileSettings> = {}): string {
  const document = jsonDocuments({ ...settings, ...part })(text);
  return document.ok ? `${document.id} ${document.text}` : `rejected: ${document.reason}`;
}

it('adds the collection and keeps the text of numbers', () => {
  expect(made('{"N": 12345678901234567890, "P":1.50}')).toBe(
    'Items/ {"N": 12345678901234567890, "P":1.50,"@metadata":{"@collection":"Items"}}',
  );
  expect(made('{}')).toBe('Items/ {"@metadata":{"@collection":"Items"}}');
});

it('takes id and collection from the metadata, and removes what belongs to a server', () => {
  const text =
    '{"@metadata":{"@id":"users/1","@collection":"Users","@flags":"HasAttachments","@attachments":[{}],"@change-vector":"A:1","@expires":"2030-01-01T00:00:00.0000000Z","own":1},"a":1}';
  expect(made(text, { idSource: 'metadata' })).toBe(
    'users/1 {"@metadata":{"@collection":"Users","@expires":"2030-01-01T00:00:00.0000000Z","own":1},"a":1}',
  );
});

it('takes ids of a nested property', () => {
  expect(made('{"key":{"id":7}}', { idSource: 'property', idPrefix: 'items/' })).toBe(
    'items/7 {"key":{"id":7},"@metadata":{"@collection":"Items"}}',
  );
});

it.each([
  ['{"a":}', {}, 'The JSON is wrong. Expected a value, found "}". (column 6)'],
  ['[1]', {}, 'The value is an array, not an object.'],
  ['{"@metadata":5}', {}, 'The @metadata is a number, not an object.'],
  ['{"@metadata":{},"@metadata":{}}', {}, 'The document has @metadata twice.'],
  [
    '{"a":1}',
    { idSource: 'metadata' },
    'The document has no @metadata.@id. Choose another source of the ids.',
  ],
  ['{"key":{"id":{}}}', { idSource: 'property' }, 'The document has no text or number in key.id.'],
  ['{"a":1}', { collection: '' }, 'The document has no collection: the server generates ids from its name.'],
  ['['.repeat(2000), {}, 'The JSON is wrong. This is nested deeper than 1000 levels. (column 1001)'],
] as const)('rejects %s', (text, part, reason) => {
  expect(made(text, part)).toBe(`rejected: ${reason}`);
});
