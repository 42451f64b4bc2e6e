/** What is said about the cell under the pointer. */
import { cellWords } from './cell-words.ts';
import styles from './flame.module.css';
import type { FrameLook } from './frame-look.ts';
import type { IcicleCell } from './icicle-rows.ts';

export interface Hovered {
  /** Those the cell is one of. */
  readonly rows: readonly (readonly IcicleCell[])[];
  readonly cell: IcicleCell;
  /** Of the pointer, in the visible part. */
  readonly x: number;
  readonly y: number;
}

interface HoverNoteProps {
  readonly hovered: Hovered;
  readonly box: { readonly width: number; readonly height: number };
  readonly look: FrameLook;
  readonly total: number;
}

const AWAY = 14;

export function HoverNote({ hovered: { cell, x, y }, box, look, total }: HoverNoteProps) {
  const { name, weight } = cellWords(cell, look, total);
  // On the side of the pointer where there is more room, so that it never leaves the picture.
  const across = x < box.width / 2 ? { left: x + AWAY } : { right: box.width - x + AWAY };
  const down = y < box.height / 2 ? { top: y + AWAY } : { bottom: box.height - y + AWAY };
  return (
    <div className={styles.note} style={{ ...across, ...down }} aria-hidden="true">
      <div className={styles.noteName}>{name}</div>
      {weight !== null && <div className={styles.noteWeight}>{weight}</div>}
    </div>
  );
}
