import { describe, expect, it } from 'vitest';
import { gridWidths } from './grid-widths.ts';

const columns = [
  { id: 'kind', width: 100 },
  { id: 'name', width: 300, least: 160 },
  { id: 'size', width: 100 },
];

describe('gridWidths', () => {
  it('gives the space that is left to a flexible column', () => {
    expect(gridWidths(columns, {}, 800)).toEqual([100, 600, 100]);
  });

  it('takes missing space from it, down to its least width', () => {
    expect(gridWidths(columns, {}, 400)).toEqual([100, 200, 100]);
    expect(gridWidths(columns, {}, 300)).toEqual([100, 160, 100]);
  });

  it('takes from the other flexible columns what one cannot give', () => {
    const two = [
      { id: 'name', width: 200, least: 100 },
      { id: 'size', width: 100, least: 90 },
    ];
    expect(gridWidths(two, {}, 240)).toEqual([150, 90]);
    expect(gridWidths(two, {}, 100)).toEqual([100, 90]);
  });

  it('keeps the width that the user chose', () => {
    expect(gridWidths(columns, { name: 240 }, 800)).toEqual([100, 240, 100]);
    expect(gridWidths(columns, { kind: 200 }, 800)).toEqual([200, 500, 100]);
  });

  it('keeps all widths while the space is unknown, and of fixed columns always', () => {
    expect(gridWidths(columns, {}, null)).toEqual([100, 300, 100]);
    expect(gridWidths([{ id: 'size', width: 100 }], {}, 800)).toEqual([100]);
  });
});
