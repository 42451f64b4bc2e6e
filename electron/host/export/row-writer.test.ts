import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ExportRequest } from '../../../src/contract/index.ts';
import { csvHead, csvLine, neutralized } from './csv-cells.ts';
import { exportFileName } from './file-name.ts';
import { rowWriter } from './row-writer.ts';

const csv: ExportRequest['csv'] = { columns: null, metadata: false, neutralizeFormulas: false };

function written(options: Pick<ExportRequest, 'format' | 'csv'>, rows: readonly string[], sample?: number) {
  const writer = rowWriter(options, sample);
  const parts = rows.map((row) => writer.row(row));
  const rest = writer.flush();
  expect([...parts, rest].reduce((sum, part) => sum + part.rows, 0)).toBe(rows.length);
  return [...parts, rest].map((part) => part.text).join('') + writer.end();
}

/** An RFC 4180 reader, independent of the writer. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value = '';
    if (text[at] === '"') {
      for (at++; !(text[at] === '"' && text[at + 1] !== '"'); at++) {
        if (text[at] === '"') at++;
        value += text[at] ?? '';
      }
      at++;
    } else while (at < text.length && text[at] !== ',' && text[at] !== '\r') value += text[at++] ?? '';
    row.push(value);
    if (text[at] === ',') at++;
    else {
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

describe('CSV', () => {
  it('is read back by any RFC 4180 reader, whatever the texts contain', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 })),
        (rows) => {
          const text = written(
            { format: 'csv', csv: { ...csv, columns: ['a', 'b'] } },
            rows.map(([a, b]) => JSON.stringify({ a, b })),
          );
          expect(text.startsWith('\uFEFFa,b\r\n')).toBe(true);
          expect(readCsv(text.slice(1))).toEqual([['a', 'b'], ...rows]);
        },
      ),
    );
  });

  it('leaves no text that a spreadsheet runs, and no number changed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (text, number) => {
          expect(neutralized(`=${text}`)).toBe(`'=${text}`);
          expect(neutralized(text)).not.toMatch(/^[=@\t\r]/);
          expect(neutralized(String(number))).toBe(String(number));
          expect(neutralized(`-${text}`).startsWith("'") || Number.isFinite(Number(`-${text}`))).toBe(true);
        },
      ),
    );
    expect(csvLine(['=1+1', '-5', '+4,5', '＝A1'], { neutralizeFormulas: true })).toBe(
      `'=1+1,-5,"'+4,5",'＝A1\r\n`,
    );
    expect(csvHead(['@id', '=a', '@SUM(1)'], { neutralizeFormulas: true })).toBe("@id,'=a,'@SUM(1)\r\n");
    expect(csvLine(['=1+1'], { neutralizeFormulas: false })).toBe('=1+1\r\n');
  });

  it('has the members of all rows as columns when the result is small', () => {
    expect(
      written({ format: 'csv', csv }, [
        '{"Name":"A","Price":1.50,"@metadata":{"@id":"p/1"}}',
        '{"Tags":["x"],"Name":null,"@metadata":{"@id":"p/2"}}',
      ]),
    ).toBe('\uFEFF@id,Name,Price,Tags\r\np/1,A,1.50,\r\np/2,,,"[""x""]"\r\n');
  });

  it('puts members that first appear after the sample into a last column', () => {
    const rows = ['{"a":1}', '{"a":2}', '{"a":3,"late":12345678901234567890,"b":{"c":1}}', '{"a":4}'];
    expect(written({ format: 'csv', csv }, rows, 2)).toBe(
      '\uFEFFa,@other\r\n1,\r\n2,\r\n3,"{""late"":12345678901234567890,""b"":{""c"":1}}"\r\n4,\r\n',
    );
  });

  it('reads named columns from the metadata', () => {
    const row =
      '{"Name":"A","@metadata":{"@id":"p/1","@collection":"P","@last-modified":"2026","@spatial":{"Distance":1.25}}}';
    expect(
      written(
        { format: 'csv', csv: { ...csv, columns: ['@id', '@distance', 'Name', '@collection', 'None'] } },
        [row],
      ),
    ).toBe('\uFEFF@id,@distance,Name,@collection,None\r\np/1,1.25,A,P,\r\n');
    expect(written({ format: 'csv', csv: { ...csv, metadata: true } }, [row])).toBe(
      '\uFEFF@id,@collection,Name,@last-modified\r\np/1,P,A,2026\r\n',
    );
  });

  it('has a head without rows', () => {
    expect(written({ format: 'csv', csv: { ...csv, columns: ['a'] } }, [])).toBe('\uFEFFa\r\n');
  });
});

it('writes JSON and NDJSON with the text of the server', () => {
  const rows = ['{"a":1.50}', '{\n"b":12345678901234567890}'];
  expect(written({ format: 'ndjson', csv }, rows)).toBe('{"a":1.50}\n{ "b":12345678901234567890}\n');
  expect(written({ format: 'json', csv }, rows)).toBe('[\n{"a":1.50},\n{\n"b":12345678901234567890}\n]\n');
  expect(written({ format: 'json', csv }, [])).toBe('[]\n');
});

test.each([
  ['orders', 'orders.csv'],
  ['../../etc/passwd', 'etc_passwd.csv'],
  ['C:\\Windows\\x', 'C_Windows_x.csv'],
  ['..', 'export.csv'],
  ['', 'export.csv'],
  ['con', 'export.csv'],
  ['a\u0000b\u202Egpj', 'a_b_gpj.csv'],
  ['Ünïcode 日本', 'Ünïcode_日本.csv'],
  ['x'.repeat(300), `${'x'.repeat(120)}.csv`],
])('suggests for %j the name %s', (suggested, name) => {
  expect(exportFileName(suggested, 'csv')).toBe(name);
});
