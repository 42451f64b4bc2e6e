/**
 * Stacks as an icicle: the outermost frame on top, widths are counts. Click or Enter zooms in, Escape zooms out.
 * Thousands of cells are drawn on a canvas; only the focused cell is an element. The stack list is the accessible
 * alternative.
 */
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { CanvasPen } from '../pen.ts';
import { useResolvedTokens } from '../use-theme.ts';
import { cellText } from './cell-text.ts';
import { drawIcicle, icicleTokens } from './draw-icicle.ts';
import styles from './flame.module.css';
import type { FrameLook } from './frame-look.ts';
import { HoverTooltip, type Hovered } from './hover-tooltip.tsx';
import { cellAt, cellOf, ICICLE_ROW, icicleRows } from './icicle-rows.ts';
import { cacheFrameLook } from './cache-frame-look.ts';
import type { StackNode, StackTree } from './stack-tree.ts';
import { useScrolledCanvas, useVisibleSize, type ScrolledView } from './use-scrolled-canvas.ts';

export interface IcicleProps {
  readonly tree: StackTree;
  readonly look: FrameLook;
  readonly label: string;
  /** Ids of the frames that match the search; empty without a search. */
  readonly found: ReadonlySet<number>;
  readonly selectedId: number | null;
  readonly onSelect: (id: number) => void;
}

const tokens = { ...icicleTokens, font: '--font-mono' } as const;

export function Icicle({ tree, look: givenLook, label, found, selectedId, onSelect }: IcicleProps) {
  const [zoomed, setZoomed] = useState<{ tree: StackTree; id: number }>({ tree, id: 0 });
  const [pointedAt, setHovered] = useState<Hovered | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const size = useVisibleSize(scroller);
  const focus = (zoomed.tree === tree ? tree.nodes[zoomed.id] : undefined) ?? tree.root;
  const look = useMemo(() => cacheFrameLook(givenLook), [givenLook]);
  const rows = useMemo(() => icicleRows(tree, focus, size.width), [tree, focus, size.width]);
  // After a layout change the hovered cell is unknown until the pointer moves.
  const hovered = pointedAt?.rows === rows ? pointedAt : null;
  const colours = useResolvedTokens(tokens);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, view: ScrolledView) =>
      drawIcicle(new CanvasPen(context, colours.font), { rows, look, found, selectedId, colours }, view),
    [rows, look, found, selectedId, colours],
  );
  const canvas = useScrolledCanvas(scroller, size, draw);

  const selected = selectedId === null ? undefined : tree.nodes[selectedId];
  const active = selected && cellOf(rows, selected) ? selected : focus;
  const activeCell = cellOf(rows, active);

  const item = useRef<HTMLDivElement>(null);
  const moved = useRef<{ to: StackNode; how: 'by keys' | 'by pointer' } | null>(null);
  useEffect(() => {
    // An effect of an earlier render can run after the move; its focus request is outdated.
    if (moved.current?.to !== active) return;
    // A clicked cell is visible already, and must not scroll away from the pointer.
    if (moved.current.how === 'by keys') revealRow(scroller.current, active.depth);
    moved.current = null;
    item.current?.focus({ preventScroll: true });
  });

  const select = (node: StackNode, how: 'by keys' | 'by pointer') => {
    // Without a change nothing is drawn again, and a pending move would take the focus later.
    if (node === active) item.current?.focus({ preventScroll: true });
    else moved.current = { to: node, how };
    onSelect(node.id);
  };
  const zoomTo = (node: StackNode, how: 'by keys' | 'by pointer') => {
    setHovered(null);
    setZoomed({ tree, id: node.id });
    select(node, how);
  };
  const pointed = (event: MouseEvent) => {
    const element = scroller.current;
    if (!element) return undefined;
    const box = element.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const cell = x < element.clientWidth ? cellAt(rows, x, y + element.scrollTop) : undefined;
    return cell && { rows, cell, x, y };
  };

  // The first click can open a panel and move the cells: the second click applies to the cell of the first.
  const clicked = useRef<StackNode | null>(null);
  function onClick(event: MouseEvent) {
    if (event.detail > 1) return;
    clicked.current = pointed(event)?.cell.node ?? null;
    if (clicked.current) select(clicked.current, 'by pointer');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[active.depth] ?? [];
    const place = row.findIndex((cell) => cell.node === active);
    const targets: Partial<Record<string, StackNode | null | undefined>> = {
      ArrowUp: active.parent,
      ArrowDown: active.children[0],
      ArrowLeft: row[place - 1]?.node,
      ArrowRight: row[place + 1]?.node,
      Home: tree.root,
    };
    if (event.key in targets) {
      const next = targets[event.key];
      if (next && cellOf(rows, next)) select(next, 'by keys');
    } else if (event.key === 'Enter' || event.key === ' ') zoomTo(active, 'by keys');
    else if ((event.key === 'Escape' || event.key === 'Backspace') && focus !== tree.root)
      zoomTo(focus.parent ?? tree.root, 'by keys');
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const words = activeCell && cellText(activeCell, look, tree.root.count);
  const siblings = active.parent?.children ?? [active];
  return (
    <div className={styles.icicle}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="tree"
        aria-label={label}
        onKeyDown={onKeyDown}
        // The clicked cell is not an element yet, so it is focused after the render.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
        onDoubleClick={() => clicked.current && zoomTo(clicked.current, 'by pointer')}
        onMouseMove={(event) => setHovered(pointed(event) ?? null)}
        onMouseLeave={() => setHovered(null)}
        onScroll={() => setHovered(null)}
      >
        <div role="presentation" className={styles.plane} style={{ height: rows.length * ICICLE_ROW }}>
          <canvas
            ref={canvas}
            className={styles.picture}
            style={{ width: size.width, height: size.height }}
            aria-hidden="true"
          />
          {hovered && (
            <div
              className={styles.hovered}
              style={{
                left: hovered.cell.x,
                top: hovered.cell.node.depth * ICICLE_ROW,
                width: hovered.cell.width - 1,
                height: ICICLE_ROW - 1,
              }}
            />
          )}
          {activeCell && words && (
            <div
              key={active.id}
              ref={item}
              role="treeitem"
              aria-level={active.depth + 1}
              aria-setsize={siblings.length}
              aria-posinset={siblings.indexOf(active) + 1}
              aria-selected={active.id === selectedId}
              aria-label={words.weight === null ? words.name : `${words.name}, ${words.weight}`}
              tabIndex={0}
              data-node={active.id}
              className={styles.activeCell}
              style={{
                left: activeCell.x,
                top: active.depth * ICICLE_ROW,
                width: activeCell.width,
                height: ICICLE_ROW - 1,
              }}
            />
          )}
        </div>
      </div>
      {hovered && <HoverTooltip hovered={hovered} box={size} look={look} total={tree.root.count} />}
    </div>
  );
}

function revealRow(scroller: HTMLElement | null, row: number) {
  if (!scroller) return;
  const top = row * ICICLE_ROW;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + ICICLE_ROW > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + ICICLE_ROW - scroller.clientHeight;
}
