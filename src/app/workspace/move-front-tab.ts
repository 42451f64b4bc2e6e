/** Moves the front tab between groups, and along its strip. */
import type { DockviewApi, DockviewGroupPanel, IDockviewPanel } from 'dockview-react';
import type { TabMove } from './tab-moves.ts';

type Side = 'left' | 'right' | 'up' | 'down';

export function moveFrontTab(dock: DockviewApi, move: TabMove, isShown: (id: string) => boolean): void {
  const panel = dock.activePanel;
  if (!panel) return;
  if (move === 'next') step(panel, 1, isShown);
  else if (move === 'previous') step(panel, -1, isShown);
  else if (move === 'join') joinGroups(dock);
  else moveTo(dock, panel, move);
}

/** Skips the tabs that the strip hides. */
function step(panel: IDockviewPanel, direction: 1 | -1, isShown: (id: string) => boolean): void {
  const shown = panel.group.panels.filter((each) => each === panel || isShown(each.id));
  const next = (shown.indexOf(panel) + direction + shown.length) % shown.length;
  shown[next]?.api.setActive();
}

/** Into the nearest group on that side; without one, the tab gets a new half of its own group. */
function moveTo(dock: DockviewApi, panel: IDockviewPanel, side: Side): void {
  const neighbour = nearestGroup(dock.groups, panel.group, side);
  if (neighbour) panel.api.moveTo({ group: neighbour, position: 'center' });
  // A group with one tab cannot be split.
  else if (panel.group.panels.length > 1)
    panel.api.moveTo({
      group: panel.group,
      position: side === 'up' ? 'top' : side === 'down' ? 'bottom' : side,
    });
}

function nearestGroup(
  groups: readonly DockviewGroupPanel[],
  from: DockviewGroupPanel,
  side: Side,
): DockviewGroupPanel | undefined {
  const own = from.element.getBoundingClientRect();
  /** Distance of the facing edges; null on another side or without a common edge. */
  const distance = (box: DOMRect): number | null => {
    const sideways = side === 'left' || side === 'right';
    const faces = sideways
      ? box.top < own.bottom && box.bottom > own.top
      : box.left < own.right && box.right > own.left;
    const gap = {
      left: own.left - box.right,
      right: box.left - own.right,
      up: own.top - box.bottom,
      down: box.top - own.bottom,
    }[side];
    // Adjacent groups overlap by the width of the border between them.
    return faces && gap > -4 ? gap : null;
  };
  return groups
    .filter((group) => group !== from)
    .map((group) => ({ group, gap: distance(group.element.getBoundingClientRect()) }))
    .filter((each): each is { group: DockviewGroupPanel; gap: number } => each.gap !== null)
    .sort((a, b) => a.gap - b.gap)[0]?.group;
}

/** Moves every tab into the first group; the front tab stays in front. */
function joinGroups(dock: DockviewApi): void {
  const front = dock.activePanel;
  const [first, ...rest] = dock.groups;
  if (!first || rest.length === 0) return;
  for (const group of rest)
    for (const panel of [...group.panels]) panel.api.moveTo({ group: first, position: 'center' });
  front?.api.setActive();
}
