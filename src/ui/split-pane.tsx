import { PanelLeft, PanelRight } from 'lucide-react';
import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { clampShare, clearShare, fittedTracks, readShare, tracksOf, writeShare } from './split-share.ts';
import styles from './split-pane.module.css';
import { useIsNarrow } from './use-is-narrow.ts';

export interface SplitPaneProps {
  /** `row`: side by side; `column`: stacked. */
  readonly direction: 'row' | 'column';
  readonly first: ReactNode;
  /** Null while there is nothing to show: the first pane has all the space, and keeps its state and focus. */
  readonly second: ReactNode;
  /** Share of the first pane, 0 to 1. */
  readonly initial?: number;
  /**
   * What the first pane needs, in pixels. It is no larger than this, and at most `initial`, until the border is moved
   * the first time; a double click on the border returns to it.
   */
  readonly fit?: number;
  /** Minimum size of either pane, in pixels. */
  readonly min?: number;
  /** The key under which the share is saved. */
  readonly storageKey?: string;
  readonly label?: string;
  /** Collapses one of two panes side by side where both are too narrow to read. */
  readonly side?: SidePane;
}

export interface SidePane {
  readonly which: 'first' | 'second';
  /** As it follows "Show" and "Hide" on the button. */
  readonly name: string;
  /** The width of both panes, in pixels, below which the pane is collapsed. */
  readonly below: number;
  /** A choice made in the pane, which hides it again when it changes. */
  readonly choice?: string;
}

const ALONE: CSSProperties = { gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)' };
const otherPane = { first: 'second', second: 'first' } as const;

/** Two panes with a draggable border, also movable by keyboard (arrows; Home and End for the limits). */
export function SplitPane(props: SplitPaneProps): ReactNode {
  const { direction, first, second, initial = 0.5, min = 120, storageKey, label = 'Resize panes' } = props;
  const { side, fit } = props;
  const [container, narrow] = useIsNarrow<HTMLDivElement>(side?.below ?? 0);
  const [shownFor, setShownFor] = useState<{ readonly choice: string | undefined } | null>(null);
  const sideShown = shownFor !== null && shownFor.choice === side?.choice;
  const alone = second === null;
  const collapsed = narrow && !alone ? side : undefined;
  const hidden = collapsed && (sideShown ? otherPane[collapsed.which] : collapsed.which);
  const [chosen, setChosen] = useState(() => readShare(storageKey));
  const [dragging, setDragging] = useState(false);
  const row = direction === 'row';

  const length = (): number => {
    const box = container.current?.getBoundingClientRect();
    return box === undefined ? 0 : row ? box.width : box.height;
  };
  /** Null while the size of the first pane follows `fit`. */
  const share = chosen ?? (fit === undefined ? initial : null);
  const shareNow = (): number => {
    if (share !== null || fit === undefined) return share ?? initial;
    return length() === 0 ? initial : Math.min(initial, Math.max(min, fit) / length());
  };
  function move(next: number): number {
    const kept = clampShare(next, min, length());
    setChosen(kept);
    return kept;
  }
  function reset(): void {
    if (fit === undefined) {
      writeShare(storageKey, move(initial));
      return;
    }
    setChosen(null);
    clearShare(storageKey);
  }

  function onPointerMove(event: PointerEvent): void {
    const box = container.current?.getBoundingClientRect();
    if (!dragging || !box) return;
    move(row ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.shiftKey ? 0.1 : 0.02;
    const share = shareNow();
    const steps: Readonly<Record<string, number>> = row
      ? { ArrowLeft: share - step, ArrowRight: share + step, Home: 0, End: 1 }
      : { ArrowUp: share - step, ArrowDown: share + step, Home: 0, End: 1 };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    writeShare(storageKey, move(next));
  }

  const split: CSSProperties = {
    [row ? 'gridTemplateColumns' : 'gridTemplateRows']:
      share === null && fit !== undefined ? fittedTracks(fit, min, initial) : tracksOf(share ?? initial),
  };
  const style = alone ? ALONE : collapsed ? { gridTemplateRows: 'max-content minmax(0, 1fr)' } : split;
  return (
    <div ref={container} className={classNames(styles.split, row ? styles.row : styles.column)} style={style}>
      {/* The panes keep their position in the tree, and so their state, while one is hidden. */}
      {collapsed && (
        <div className={styles.bar}>
          <Button
            variant="ghost"
            icon={collapsed.which === 'first' ? PanelLeft : PanelRight}
            aria-expanded={sideShown}
            onClick={() => setShownFor(sideShown ? null : { choice: collapsed.choice })}
          >
            {`${sideShown ? 'Hide' : 'Show'} ${collapsed.name}`}
          </Button>
        </div>
      )}
      <div className={styles.pane} hidden={hidden === 'first'}>
        {first}
      </div>
      <div
        hidden={collapsed !== undefined || alone}
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation={row ? 'vertical' : 'horizontal'}
        aria-valuenow={Math.round((share ?? initial) * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        className={classNames(styles.border, dragging && styles.dragging)}
        onKeyDown={onKeyDown}
        onDoubleClick={reset}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          setDragging(false);
          if (chosen !== null) writeShare(storageKey, chosen);
        }}
      />
      <div className={styles.pane} hidden={hidden === 'second' || alone}>
        {second}
      </div>
    </div>
  );
}
