import { expect, test } from 'vitest';
import type { Pen } from '../pen.ts';
import { drawIcicle, icicleTokens, type IcicleDrawing } from './draw-icicle.ts';
import type { FrameLook } from './frame-look.ts';
import { cellAt, cellOf, ICICLE_ROW, icicleRows } from './icicle-rows.ts';
import { buildStackTree } from './stack-tree.ts';

const deep = Array.from({ length: 300 }, (_, depth) => `frame_${depth}`);
const tree = buildStackTree([
  { frames: [...deep].reverse(), count: 3 },
  { frames: ['other', 'frame_0'], count: 1 },
]);
const look: FrameLook = {
  shortName: (frame) => frame,
  isOwn: (frame) => frame === 'frame_1',
  countText: (count) => `${count} threads`,
  rootName: 'All threads',
};
const picture: IcicleDrawing = {
  rows: icicleRows(tree, tree.root, 400),
  look,
  found: new Set(),
  selectedId: null,
  colours: icicleTokens,
};

/** Records the draw calls. Colours are the names of tokens. */
function drawn(shown: Partial<IcicleDrawing>, top: number, height = 100) {
  const texts: { text: string; y: number; bold: boolean }[] = [];
  const rects: { colour: string; opacity: number }[] = [];
  const outlines: string[] = [];
  const patterns: string[] = [];
  const pen: Pen = {
    rect: (_x, _y, _width, _height, colour, _radius, opacity = 1) => rects.push({ colour, opacity }),
    outline: (_x, _y, _width, _height, colour) => outlines.push(colour),
    line: () => patterns.push('dashes'),
    hatch: () => patterns.push('hatch'),
    text: (_x, y, text, { bold = false }) => texts.push({ text, y, bold }),
  };
  drawIcicle(pen, { ...picture, ...shown }, { top, width: 400, height, ratio: 1 });
  return { texts, rects, outlines, patterns };
}

test('draws only the visible rows, at any stack depth', () => {
  expect(drawn({}, 0).texts.map(({ text }) => text)).toEqual([
    'All threads · 4',
    'frame_0 · 4',
    'frame_1 · 3',
    'other',
    'frame_2 · 3',
    'frame_3 · 3',
  ]);
  const below = drawn({}, 200 * ICICLE_ROW + 5);
  expect(below.texts.map(({ text }) => text)).toEqual(
    [199, 200, 201, 202, 203, 204].map((depth) => `frame_${depth} · 3`),
  );
  // The first row is partly scrolled out.
  expect(below.texts[0]?.y).toBeLessThan(ICICLE_ROW / 2);
});

test('highlights own code and search matches, and dims the rest', () => {
  expect(drawn({}, 0).texts.filter(({ bold }) => bold)).toHaveLength(1);
  const other = tree.nodes.find((node) => node.frame === 'other');
  const { rects, outlines } = drawn({ found: new Set([other?.id ?? -1]) }, 0);
  expect(rects.filter(({ colour }) => colour === icicleTokens.found)).toEqual([
    { colour: icicleTokens.found, opacity: 1 },
  ]);
  expect(rects.some(({ colour, opacity }) => colour === icicleTokens.cell && opacity < 1)).toBe(true);
  expect(outlines).toEqual([icicleTokens.accent]);
});

test('draws each kind of frame in its colour and with its pattern', () => {
  const kinds = ['own', 'runtime', 'system', 'waiting'] as const;
  const kindOf = (frame: string) => kinds[Number(frame.slice('frame_'.length)) % 4] ?? 'runtime';
  const { rects, patterns } = drawn({ look: { ...look, kindOf } }, 0, 5 * ICICLE_ROW);
  const fills = rects.map(({ colour }) => colour);
  for (const kind of kinds) expect(fills).toContain(icicleTokens[kind]);
  expect(patterns).toEqual(['hatch', 'dashes']);
});

test('cuts names to their cells', () => {
  const narrow = icicleRows(tree, tree.root, 100);
  const texts = drawn({ rows: narrow }, 0).texts.map(({ text }) => text);
  expect(texts).toContain('All threads'.slice(0, 12));
  expect(texts).toContain('frame_1');
  expect(drawn({ rows: icicleRows(tree, tree.root, 60) }, 0).texts.map(({ text }) => text)).toContain(
    'All th…',
  );
});

test('finds the cell at a point, and none outside of the cells', () => {
  const { rows } = picture;
  expect(cellAt(rows, 10, 2 * ICICLE_ROW + 3)?.node.frame).toBe('frame_1');
  expect(cellAt(rows, 399, 2 * ICICLE_ROW + 3)?.node.frame).toBe('other');
  expect(cellAt(rows, 399, 5 * ICICLE_ROW)).toBeUndefined();
  expect(cellAt(rows, 10, 400 * ICICLE_ROW)).toBeUndefined();
  expect(cellAt(rows, 10, -1)).toBeUndefined();
  for (const row of rows)
    for (const cell of row) {
      expect(cellAt(rows, cell.x + cell.width / 2, cell.node.depth * ICICLE_ROW)).toBe(cell);
      expect(cellOf(rows, cell.node)).toBe(cell);
    }
});
