import { expect, it } from 'vitest';
import { MAX_CELLS, OTHERS, treemapCells, type TreemapNode } from './treemap-layout.ts';

const leaf = (id: string, size: number): TreemapNode => ({ id, label: id, size });

it('gives each leaf an area in proportion to its size', () => {
  const cells = treemapCells(
    [leaf('a', 600), { id: 'b', label: 'b', size: 0, children: [leaf('c', 300), leaf('d', 100)] }],
    1_000,
    1_000,
  );
  const areas = new Map(cells.map(({ node, width, height }) => [node.id, width * height]));
  const [a = 0, c = 0, d = 0] = ['a', 'c', 'd'].map((id) => areas.get(id));
  expect(a / c).toBeCloseTo(2, 1);
  expect(c / d).toBeCloseTo(3, 0);
  expect(cells.find(({ node }) => node.id === 'd')).toMatchObject({ group: 1, path: ['b', 'd'] });
});

it('leaves out what has no size', () => {
  expect(treemapCells([leaf('a', 0), leaf('b', -4)], 100, 100)).toEqual([]);
  expect(treemapCells([], 100, 100)).toEqual([]);
  expect(treemapCells([{ id: 'p', label: 'p', size: 9, children: [] }], 100, 100)).toEqual([]);
});

it('draws the smallest of many leaves as one cell', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => leaf(`p/${at}`, at + 1));
  const cells = treemapCells([{ id: 'p', label: 'p', size: 0, children: many }, leaf('q', 0)], 1_000, 240);
  expect(cells).toHaveLength(MAX_CELLS);
  const others = cells.find(({ node }) => node.id === OTHERS);
  const drawn = cells.reduce((sum, { node }) => sum + node.size, 0);
  expect(others?.node.label).toBe('19,601 smaller');
  expect(drawn).toBe(many.reduce((sum, { size }) => sum + size, 0));
});
