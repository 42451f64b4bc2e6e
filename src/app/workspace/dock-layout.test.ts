// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { fromDock, toDock } from './dock-layout.ts';
import type { Layout } from './layout-tree.ts';

it('converts to the layout of the docking library and back without loss', () => {
  const layout: Layout = {
    direction: 'column',
    width: 1200,
    height: 800,
    root: {
      kind: 'split',
      size: 1200,
      children: [
        { kind: 'group', size: 300, tabs: ['a'], active: 'a' },
        {
          kind: 'split',
          size: 500,
          children: [
            { kind: 'group', size: 600, tabs: ['b', 'c'], active: 'c' },
            { kind: 'group', size: 600, tabs: ['d'], active: null },
          ],
        },
      ],
    },
  };
  const dock = toDock(layout, (id) => `Title of ${id}`);
  expect(Object.keys(dock.panels)).toEqual(['a', 'b', 'c', 'd']);
  expect(dock.panels.c).toMatchObject({ id: 'c', title: 'Title of c' });
  expect(fromDock(dock)).toEqual(layout);
});
