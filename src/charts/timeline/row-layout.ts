/** The rows of the timeline: groups with a lane per kind, or with a flame, in the user's arrangement. */
import type { FlameSpans } from './flame-spans.ts';

export interface TimelineGroup {
  readonly id: number;
  /** Stable between sessions, so that an arrangement can be saved and shared. */
  readonly key: string;
  readonly label: string;
  readonly detail?: string;
  /** Added to all times of the group, to align the clocks of two recordings. */
  readonly shift: number;
  /** Nested spans instead of lanes. */
  readonly flame?: FlameSpans;
  /** The name of the row of spans; without it: batches. */
  readonly spansLabel?: string;
}

export interface TimelineKind {
  readonly id: number;
  readonly label: string;
  /** A resolved CSS colour: a canvas does not support custom properties. */
  readonly colour: string;
  /** The lane is shown even without events. */
  readonly always: boolean;
  /** The part of the lane's height that its bars use, to distinguish kinds without colour. */
  readonly from: number;
  readonly to: number;
}

/** The user's arrangement of rows: groups by key, kinds by number. */
export interface LaneArrangement {
  readonly collapsed: readonly string[];
  /** Shown before all others. */
  readonly pinned: readonly string[];
  readonly hidden: readonly string[];
  readonly hiddenKinds: readonly number[];
  /** Keys in the requested order; other groups follow in their default order. */
  readonly order: readonly string[];
}

export const defaultArrangement: LaneArrangement = {
  collapsed: [],
  pinned: [],
  hidden: [],
  hiddenKinds: [],
  order: [],
};

interface Place {
  readonly top: number;
  readonly height: number;
  readonly group: TimelineGroup;
}
export type GroupRow = Place & { readonly type: 'group'; readonly collapsed: boolean };
export type LaneRow = Place & { readonly type: 'lane'; readonly kind: TimelineKind };
export type FlameRow = Place & { readonly type: 'flame'; readonly flame: FlameSpans };
export type TimelineRow = GroupRow | LaneRow | FlameRow;

export const GROUP_HEIGHT = 24;
export const LANE_HEIGHT = 22;
export const FLAME_STEP = 18;
const GROUP_GAP = 8;

/** Pinned groups first, then the user's order, then the default order. */
export function arrangeGroups(
  groups: readonly TimelineGroup[],
  { pinned, hidden, order }: LaneArrangement,
): readonly TimelineGroup[] {
  const rank = ({ key }: TimelineGroup): number => {
    const wanted = order.indexOf(key);
    return (pinned.includes(key) ? 0 : 1_000_000) + (wanted === -1 ? 100_000 : wanted);
  };
  return groups.filter(({ key }) => !hidden.includes(key)).sort((a, b) => rank(a) - rank(b));
}

export function layoutRows(
  groups: readonly TimelineGroup[],
  kinds: readonly TimelineKind[],
  has: (group: number, kind: number) => boolean,
  arrangement: LaneArrangement = defaultArrangement,
): { readonly rows: readonly TimelineRow[]; readonly height: number } {
  const rows: TimelineRow[] = [];
  let top = 0;
  for (const group of arrangeGroups(groups, arrangement)) {
    const collapsed = arrangement.collapsed.includes(group.key);
    rows.push({ type: 'group', top, height: GROUP_HEIGHT, group, collapsed });
    top += GROUP_HEIGHT;
    if (collapsed) continue;
    if (group.flame) {
      const height = Math.max(1, group.flame.depth) * FLAME_STEP + 4;
      rows.push({ type: 'flame', top, height, group, flame: group.flame });
      top += height;
    } else
      for (const kind of kinds) {
        if (arrangement.hiddenKinds.includes(kind.id) || !(kind.always || has(group.id, kind.id))) continue;
        rows.push({ type: 'lane', top, height: LANE_HEIGHT, group, kind });
        top += LANE_HEIGHT;
      }
    top += GROUP_GAP;
  }
  return { rows, height: top };
}

export const rowAt = (rows: readonly TimelineRow[], y: number): TimelineRow | undefined =>
  rows.find((row) => y >= row.top && y < row.top + row.height);
