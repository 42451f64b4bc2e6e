import { describe, expect, it } from 'vitest';
import { DocumentExport, exportFileName } from './export-documents.ts';

function stored(id: string, text: string) {
  return {
    text,
    metadata: { id, collection: 'Orders', changeVector: 'A:1', lastModified: '2026-01-01', flags: [] },
  };
}

describe('DocumentExport', () => {
  it('writes JSON with every digit, each document once', async () => {
    const file = new DocumentExport('json');
    file.add([stored('orders/1', '{"n":12345678901234567890}'), stored('orders/2', '{"n":1.50}')]);
    file.add([stored('orders/1', '{"n":12345678901234567890}')]);
    expect(file.count).toBe(2);
    expect(await file.finish().text()).toBe('[\n{"n":12345678901234567890},\n{"n":1.50}\n]\n');
  });

  it('writes an empty array without documents', async () => {
    expect(await new DocumentExport('json').finish().text()).toBe('[]\n');
  });

  it('writes CSV with every property', async () => {
    const file = new DocumentExport('csv');
    file.add([
      stored('orders/1', '{"Name":"A, B","Lines":[{"x":1}],"@metadata":{}}'),
      stored('orders/2', '{"Name":"say \\"hi\\"","Paid":true,"Gone":null}'),
    ]);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.finish().arrayBuffer());
    expect(text).toBe(
      '\uFEFF@id,@collection,Name,Lines,Paid,Gone,@last-modified\r\n' +
        'orders/1,Orders,"A, B","[{""x"":1}]",,,2026-01-01\r\n' +
        'orders/2,Orders,"say ""hi""",,true,,2026-01-01\r\n',
    );
  });

  it('writes no formulas, and numbers as they are', async () => {
    const file = new DocumentExport('csv');
    file.add([stored('=x/1', '{"=A":"@SUM(A1)","B":"-1.5","C":-1e-7,"D":"+41 44"}')]);
    expect((await file.finish().text()).replace('\uFEFF', '')).toBe(
      "@id,@collection,'=A,B,C,D,@last-modified\r\n'=x/1,Orders,'@SUM(A1),-1.5,-1e-7,'+41 44,2026-01-01\r\n",
    );
  });
});

describe('exportFileName', () => {
  it('is a valid name on every file system', () => {
    expect(exportFileName('Shop', 'Odd ones/日本', 'csv')).toBe('Shop-Odd-ones-日本.csv');
  });
});
