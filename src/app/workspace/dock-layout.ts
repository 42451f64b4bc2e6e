/** Converts between our layout and the layout of the docking library. */
import { Orientation, type SerializedDockview } from 'dockview-react';
import type { Layout, LayoutNode, SplitNode } from './layout-tree.ts';

type Grid = SerializedDockview['grid'];
type DockNode = Grid['root'];

export const TAB_COMPONENT = 'tab';

export function toDock(layout: Layout, titleOf: (tab: string) => string): SerializedDockview {
  let groups = 0;
  const panels: SerializedDockview['panels'] = {};
  const convert = (node: LayoutNode): DockNode => {
    if (node.kind === 'split') return { type: 'branch', size: node.size, data: node.children.map(convert) };
    for (const id of node.tabs)
      panels[id] = {
        id,
        contentComponent: TAB_COMPONENT,
        tabComponent: TAB_COMPONENT,
        title: titleOf(id),
      };
    return {
      type: 'leaf',
      size: node.size,
      data: {
        id: `group-${++groups}`,
        views: [...node.tabs],
        ...(node.active === null ? {} : { activeView: node.active }),
      },
    };
  };
  return {
    grid: {
      root: convert(layout.root),
      width: layout.width,
      height: layout.height,
      orientation: layout.direction === 'row' ? Orientation.HORIZONTAL : Orientation.VERTICAL,
    },
    panels,
  };
}

export function fromDock(dock: SerializedDockview): Layout {
  const convert = (node: DockNode): LayoutNode => {
    const size = node.size ?? 0;
    if (Array.isArray(node.data)) return { kind: 'split', size, children: node.data.map(convert) };
    return { kind: 'group', size, tabs: node.data.views, active: node.data.activeView ?? null };
  };
  const root = convert(dock.grid.root);
  const outermost: SplitNode =
    root.kind === 'split' ? root : { kind: 'split', size: root.size, children: [root] };
  return {
    direction: dock.grid.orientation === Orientation.HORIZONTAL ? 'row' : 'column',
    width: dock.grid.width,
    height: dock.grid.height,
    root: outermost,
  };
}
