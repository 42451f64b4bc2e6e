import {
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { classNames } from './class-names.ts';
import { clampShare, readShare, writeShare } from './split-share.ts';
import styles from './split-pane.module.css';

export interface SplitPaneProps {
  /** `row`: side by side; `column`: stacked. */
  readonly direction: 'row' | 'column';
  readonly first: ReactNode;
  readonly second: ReactNode;
  /** Share of the first pane, 0 to 1. */
  readonly initial?: number;
  /** Minimum size of either pane, in pixels. */
  readonly min?: number;
  /** The key under which the share is saved. */
  readonly storageKey?: string;
  readonly label?: string;
}

/** Two panes with a draggable border, also movable by keyboard (arrows; Home and End for the limits). */
export function SplitPane(props: SplitPaneProps): ReactNode {
  const { direction, first, second, initial = 0.5, min = 120, storageKey, label = 'Resize panes' } = props;
  const container = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(() => readShare(storageKey) ?? initial);
  const [dragging, setDragging] = useState(false);
  const row = direction === 'row';

  const length = (): number => {
    const box = container.current?.getBoundingClientRect();
    return box === undefined ? 0 : row ? box.width : box.height;
  };
  function move(next: number): number {
    const kept = clampShare(next, min, length());
    setShare(kept);
    return kept;
  }

  function onPointerMove(event: PointerEvent): void {
    const box = container.current?.getBoundingClientRect();
    if (!dragging || !box) return;
    move(row ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.shiftKey ? 0.1 : 0.02;
    const steps: Readonly<Record<string, number>> = row
      ? { ArrowLeft: share - step, ArrowRight: share + step, Home: 0, End: 1 }
      : { ArrowUp: share - step, ArrowDown: share + step, Home: 0, End: 1 };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    writeShare(storageKey, move(next));
  }

  const style: CSSProperties = {
    [row ? 'gridTemplateColumns' : 'gridTemplateRows']:
      `minmax(0, ${share.toFixed(4)}fr) 0 minmax(0, ${(1 - share).toFixed(4)}fr)`,
  };
  return (
    <div ref={container} className={classNames(styles.split, row ? styles.row : styles.column)} style={style}>
      <div className={styles.pane}>{first}</div>
      <div
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation={row ? 'vertical' : 'horizontal'}
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        className={classNames(styles.border, dragging && styles.dragging)}
        onKeyDown={onKeyDown}
        onDoubleClick={() => writeShare(storageKey, move(initial))}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          setDragging(false);
          writeShare(storageKey, share);
        }}
      />
      <div className={styles.pane}>{second}</div>
    </div>
  );
}
