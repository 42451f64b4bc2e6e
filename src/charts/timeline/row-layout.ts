export interface TimelineGroup {
  readonly id: number;
  readonly label: string;
  readonly detail?: string;
}

export interface TimelineKind {
  readonly id: number;
  readonly label: string;
  /** A CSS colour, already resolved: canvas knows no custom properties. */
  readonly colour: string;
  /** Its lane is shown even while it has no event. */
  readonly always: boolean;
}

export type TimelineRow =
  | { readonly type: 'group'; readonly top: number; readonly height: number; readonly group: TimelineGroup }
  | {
      readonly type: 'lane';
      readonly top: number;
      readonly height: number;
      readonly group: TimelineGroup;
      readonly kind: TimelineKind;
    };

export const GROUP_HEIGHT = 24;
export const LANE_HEIGHT = 24;
const GROUP_GAP = 8;

/** Groups one under the other, each with a heading and a lane per kind. */
export function layOutRows(
  groups: readonly TimelineGroup[],
  kindsOf: (group: TimelineGroup) => readonly TimelineKind[],
): { readonly rows: readonly TimelineRow[]; readonly height: number } {
  const rows: TimelineRow[] = [];
  let top = 0;
  for (const group of groups) {
    rows.push({ type: 'group', top, height: GROUP_HEIGHT, group });
    top += GROUP_HEIGHT;
    for (const kind of kindsOf(group)) {
      rows.push({ type: 'lane', top, height: LANE_HEIGHT, group, kind });
      top += LANE_HEIGHT;
    }
    top += GROUP_GAP;
  }
  return { rows, height: top };
}

export const rowAt = (rows: readonly TimelineRow[], y: number): TimelineRow | undefined =>
  rows.find((row) => y >= row.top && y < row.top + row.height);
