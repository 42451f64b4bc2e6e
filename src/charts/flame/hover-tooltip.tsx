/** The tooltip of the cell under the pointer. */
import { cellText } from './cell-text.ts';
import styles from './flame.module.css';
import type { FrameLook } from './frame-look.ts';
import type { IcicleCell } from './icicle-rows.ts';

export interface Hovered {
  /** The rows that contain the cell. */
  readonly rows: readonly (readonly IcicleCell[])[];
  readonly cell: IcicleCell;
  /** Pointer position in the visible area. */
  readonly x: number;
  readonly y: number;
}

interface HoverTooltipProps {
  readonly hovered: Hovered;
  readonly box: { readonly width: number; readonly height: number };
  readonly look: FrameLook;
  readonly total: number;
}

const AWAY = 14;

export function HoverTooltip({ hovered: { cell, x, y }, box, look, total }: HoverTooltipProps) {
  const { name, weight } = cellText(cell, look, total);
  // Placed on the side of the pointer with more space, so that it stays inside the chart.
  const across = x < box.width / 2 ? { left: x + AWAY } : { right: box.width - x + AWAY };
  const down = y < box.height / 2 ? { top: y + AWAY } : { bottom: box.height - y + AWAY };
  return (
    <div className={styles.note} style={{ ...across, ...down }} aria-hidden="true">
      <div className={styles.noteName}>{name}</div>
      {weight !== null && <div className={styles.noteWeight}>{weight}</div>}
    </div>
  );
}
