import { expect, test } from 'vitest';
import { findCycles } from './cycles.ts';
import { entryArrows, fileArrows } from './folder-graph.ts';

const graph = (arrows: Record<string, string[]>): Map<string, Set<string>> =>
  new Map(Object.entries(arrows).map(([from, to]) => [from, new Set(to)]));

test('a parent module may use its children and be used by them', () => {
  const arrows = graph({ 'a/mod.rs': ['a/b.rs'], 'a/b.rs': ['a/mod.rs'], 'lib.rs': ['a/b.rs'] });
  expect(findCycles(fileArrows(arrows))).toEqual([]);
  expect([...entryArrows(arrows).values()].flatMap((entries) => findCycles(entries))).toEqual([]);
});

test('finds a cycle of files that passes through a parent module', () => {
  const arrows = graph({ 'a/mod.rs': ['a/b.rs', 'c.rs'], 'a/b.rs': ['a/mod.rs'], 'c.rs': ['a/b.rs'] });
  expect(findCycles(fileArrows(arrows))).toEqual([['a/b.rs', 'a/mod.rs', 'c.rs']]);
});

test('finds folders that use each other although no two files do', () => {
  const arrows = graph({ 'a/b.rs': ['c/d.rs'], 'c/e.rs': ['a/f.rs'], 'c/d.rs': [], 'a/f.rs': [] });
  expect(findCycles(fileArrows(arrows))).toEqual([]);
  expect(findCycles(entryArrows(arrows).get('src') ?? new Map())).toEqual([['a', 'c']]);
});

test('finds a cycle between the entries of a subfolder', () => {
  const arrows = graph({ 'a/b/c.rs': ['a/d.rs'], 'a/d.rs': ['a/b/e.rs'], 'a/b/e.rs': [] });
  expect(findCycles(entryArrows(arrows).get('a') ?? new Map())).toEqual([['b', 'd.rs']]);
});
