import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from '../../../../ui/csv-text.ts';
import type { DocumentHead } from '../read/file-kind.ts';
import { columnProblems, pathParts, proposeColumns, type Column } from './columns.ts';
import { firstItems, makerOf, previewOf, proposeSettings, type FileStart } from './preview.ts';
import { settingsProblem, type CsvSettings, type FileSettings } from './settings.ts';

const head: DocumentHead = { kind: 'documents', format: 'csv', isArray: false, delimiter: ',', start: 0 };
const startOf = (text: string): FileStart => ({
  head,
  bytes: new TextEncoder().encode(text),
  isCut: false,
});

function settingsFor(
  text: string,
  csv: Partial<CsvSettings> = {},
  part: Partial<FileSettings> = {},
): FileSettings {
  const proposed = proposeSettings(startOf(text), 'people.csv');
  return { ...proposed, ...part, csv: { ...proposed.csv, ...csv } };
}

/** Documents and reasons of all rows. */
function documentsOf(
  text: string,
  csv: Partial<CsvSettings> = {},
  part: Partial<FileSettings> = {},
): readonly string[] {
  return previewOf(startOf(text), settingsFor(text, csv, part)).map(({ made }) =>
    made.ok ? `${made.id} ${made.text}` : `rejected: ${made.reason}`,
  );
}

describe('documents of a table', () => {
  it('has types, nested objects and the collection', () => {
    expect(
      documentsOf('Name,Age,Address.City,Tags,Active\nAnn,41,Oslo,"[1,2]",true\n"Bo, Jr",7,,[],false\n'),
    ).toEqual([
      'People/ {"Name":"Ann","Age":41,"Address":{"City":"Oslo"},"Tags":[1,2],"Active":true,"@metadata":{"@collection":"People"}}',
      'People/ {"Name":"Bo, Jr","Age":7,"Address":{"City":null},"Tags":[],"Active":false,"@metadata":{"@collection":"People"}}',
    ]);
  });

  it('keeps every digit of a number', () => {
    expect(documentsOf('N,M\n12345678901234567890,1.234567890123456789012345\n')).toEqual([
      'People/ {"N":12345678901234567890,"M":1.234567890123456789012345,"@metadata":{"@collection":"People"}}',
    ]);
  });

  it('reads an export of RavenDB back', () => {
    const text = '\r\n@id,Name,@metadata.@collection\r\nusers/1-A,Ann,Users\r\n';
    expect(documentsOf(text)).toEqual(['users/1-A {"Name":"Ann","@metadata":{"@collection":"Users"}}']);
  });

  it('writes the members of the column @other', () => {
    const other = '"{""Late"":[1],""Name"":""no"",""@metadata"":{}}"';
    const rows = `@id,Name,@collection,@other\nusers/1-A,Ann,Users,\nusers/2-A,Bo,Users,${other}\n`;
    expect(documentsOf(rows)).toEqual([
      'users/1-A {"Name":"Ann","@metadata":{"@collection":"Users"}}',
      'users/2-A {"Name":"Bo","Late":[1],"@metadata":{"@collection":"Users"}}',
    ]);
    expect(documentsOf('@id,@other\nusers/1-A,[1]\nusers/2-A,{\n')).toEqual([
      'rejected: Column 2, @other: the value is not a JSON object.',
      expect.stringMatching(/^rejected: The document is not valid/),
    ]);
  });

  it('rejects a row whose JSON is too deep in the document', () => {
    const deep = `${'['.repeat(1000)}${']'.repeat(1000)}`;
    expect(documentsOf(`Deep\n${deep}\n`)).toEqual([
      expect.stringMatching(/^rejected: The document is not valid: .*deeper than 1000 levels/),
    ]);
  });

  it('writes no metadata of a server', () => {
    const text = '@id,Name,@metadata.@attachments,@metadata.@nested-object-types,@metadata.Note\n';
    const csv = settingsFor(`${text}users/1,Ann,[{}],{"a":"Date"},x\n`).csv;
    const columns = csv.columns.map((column) => ({ ...column, included: column.header !== '@id' }));
    expect(documentsOf(`${text}users/1,Ann,[],"{}",x\n`, { columns })).toEqual([
      'users/1 {"Name":"Ann","@metadata":{"@collection":"People","@nested-object-types":{},"Note":"x"}}',
    ]);
  });

  it('names a column like a prototype without touching one', () => {
    expect(documentsOf('__proto__.x,constructor\n1,2\n')).toEqual([
      'People/ {"__proto__":{"x":1},"constructor":2,"@metadata":{"@collection":"People"}}',
    ]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('rejects rows with other cells than columns, and values of another type', () => {
    const csv = {
      columns: proposeColumns(['A', 'B'], []).map((each) => ({ ...each, type: 'number' as const })),
    };
    expect(documentsOf('A,B\n1\n1,2,3\n1,x\n1,2,\n', csv)).toEqual([
      'rejected: The row has 1 cell; the table has 2 columns.',
      'rejected: The row has 3 cells; the table has 2 columns.',
      'rejected: Column 2, B: the value is not a number: "x".',
      'People/ {"A":1,"B":2,"@metadata":{"@collection":"People"}}',
    ]);
  });

  it.each([
    ['null', '{"A":null,"B":"","@metadata":{"@collection":"People"}}'],
    ['omit', '{"B":"","@metadata":{"@collection":"People"}}'],
    ['text', '{"A":"","B":"","@metadata":{"@collection":"People"}}'],
  ] as const)('writes empty cells as %s', (empty, document) => {
    expect(documentsOf('A,B\n,""\n', { empty })).toEqual([`People/ ${document}`]);
  });

  it('takes ids of a column, with a prefix', () => {
    const part = { idSource: 'property', idPrefix: 'people/' } as const;
    expect(documentsOf('Key,N\na,1\n,2\nb/,3\n', {}, part)).toEqual([
      'people/a {"Key":"a","N":1,"@metadata":{"@collection":"People"}}',
      'rejected: The id ends with / or |, so the server would generate another one.',
      'rejected: The id ends with / or |, so the server would generate another one.',
    ]);
  });

  it('renames repeated headers and names missing ones', () => {
    expect(proposeColumns(['A', 'A', '', 'A'], []).map(({ path }) => path)).toEqual([
      'A',
      'A_2',
      'Column 3',
      'A_3',
    ]);
  });
});

it.each([
  [['a', 'a.b'], 1, 'The path collides with column 1, a.'],
  [['a.b', 'a'], 1, 'The path collides with column 1, a.b.'],
  [['a', 'a'], 1, 'The path collides with column 1, a.'],
  [['a..b'], 0, 'A part of the path is empty.'],
  [['@metadata'], 0, 'Write @metadata.NAME: metadata is an object.'],
])('finds the problem of the paths %j', (paths, index, problem) => {
  const columns = paths.map((path): Column => ({ header: path, path, type: 'text', included: true }));
  expect(columnProblems(columns).get(index)).toBe(problem);
});

it('splits paths at dots that are not escaped', () => {
  expect(pathParts('a.b\\.c.d')).toEqual(['a', 'b.c', 'd']);
});

it('takes no other row for a damaged header', () => {
  expect(settingsProblem(settingsFor('A,"B\n1,2\n3,4\n'))).toContain('The first row cannot be read');
});

it('refuses a table with more columns than it can show', () => {
  expect(settingsProblem(settingsFor(`${','.repeat(600)}\n`))).toBe('The table has more than 512 columns.');
});

it('has no documents for a header alone', () => {
  expect(documentsOf('A,B\n')).toEqual([]);
});

it('refuses settings without a collection for ids of the server', () => {
  expect(settingsProblem(settingsFor('A,B\n1,2\n', {}, { collection: ' ' }))).toContain('Enter a collection');
});

/** What Rookery's own export writes, comes back equal. */
it('reads back what our own CSV export writes', () => {
  // Without an apostrophe of its own before a formula sign, which the export cannot tell from its mark.
  const text = fc
    .oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('=1+1', '-x', '@a', '\t', 'a"b', 'x\r\ny', ' pad ', '007', '1e5'),
    )
    .filter((each) => each !== '' && !/^'[=+\-@\t\r\n＝＋－＠]/.test(each) && !each.includes('\0'));
  const number = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Object.is(each, -0)),
  );
  const row = fc.record({
    text: fc.option(text),
    number: fc.option(number),
    // No row is only empty cells, which is a blank line.
    key: fc.integer({ min: 1 }).map((each) => `k${each}`),
  });
  const types = ['text', 'text', 'number'] as const;
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
      const written = csvText(
        ['key', 'text', 'number'],
        rows.map((each) => [each.key, each.text, each.number]),
      );
      const settings = settingsFor(written);
      const columns = settings.csv.columns.map((column, index) => ({
        ...column,
        type: types[index] ?? 'text',
      }));
      const make = makerOf({ ...settings, csv: { ...settings.csv, columns } });
      const read = firstItems(startOf(written), settings)
        .slice(1)
        .map((item) => {
          const made = item.kind === 'item' ? make(item.text) : undefined;
          return made?.ok === true ? (JSON.parse(made.text) as unknown) : made;
        });
      expect(read).toEqual(rows.map((each) => ({ ...each, '@metadata': { '@collection': 'People' } })));
    }),
    { numRuns: 300 },
  );
});
