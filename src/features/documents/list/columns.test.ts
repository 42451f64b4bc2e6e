import { describe, expect, it } from 'vitest';
import { toRow } from '../../../protocol/collections.ts';
import { columnWidth, findColumns } from './columns.ts';

function rows(...documents: object[]) {
  return documents.map((document) =>
    toRow({
      text: JSON.stringify(document),
      metadata: { id: '', collection: '', changeVector: '', lastModified: undefined, flags: [] },
    }),
  );
}

describe('findColumns', () => {
  it('puts common properties first, scalars before nested values, and keeps their order', () => {
    expect(
      findColumns(
        rows(
          { Rare: 1, Lines: [1], Name: 'a', Freight: 1 },
          { Lines: [], Name: 'b', Freight: 2 },
          { Name: 'c', Freight: 2, Lines: [] },
        ),
      ),
    ).toEqual(['Name', 'Freight', 'Lines', 'Rare']);
  });

  it('stops at the limit', () => {
    const wide = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`p${i}`, i]));
    expect(findColumns(rows(wide))).toHaveLength(12);
  });

  it('returns none without documents, and never the metadata', () => {
    expect(findColumns([])).toEqual([]);
    expect(findColumns(rows({ '@metadata': {} }))).toEqual([]);
  });
});

describe('columnWidth', () => {
  it('stays within limits', () => {
    expect(columnWidth('a', rows({ a: 1 }))).toBe(72);
    expect(columnWidth('a', rows({ a: 'x'.repeat(500) }))).toBe(280);
  });
});
