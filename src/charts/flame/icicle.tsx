/** Stacks as an icicle: the outermost frame on top, widths are counts. Click or Enter looks closer, Escape steps back. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import styles from './flame.module.css';
import type { FrameLook } from './frame-look.ts';
import { type IcicleCell, icicleRows } from './icicle-rows.ts';
import type { StackNode, StackTree } from './stack-tree.ts';
import { useScrollWindow } from './use-scroll-window.ts';

const ROW = 20;
/** JetBrains Mono at 11.5 px: an exact width per character makes cutting exact. */
const CHARACTER = 6.9;

export interface IcicleProps {
  readonly tree: StackTree;
  readonly look: FrameLook;
  readonly label: string;
  /** Ids of frames that a search found; empty: no search is on. */
  readonly found: ReadonlySet<number>;
  readonly selectedId: number | null;
  readonly onSelect: (id: number) => void;
}

export function Icicle({ tree, look, label, found, selectedId, onSelect }: IcicleProps) {
  const [zoomed, setZoomed] = useState<{ tree: StackTree; id: number }>({ tree, id: 0 });
  const focus = (zoomed.tree === tree ? tree.nodes[zoomed.id] : undefined) ?? tree.root;
  const window = useScrollWindow(ROW, tree.maxDepth + 1);
  const rows = useMemo(() => icicleRows(tree, focus, Math.max(0, window.width)), [tree, focus, window.width]);
  const active = (selectedId === null ? undefined : tree.nodes[selectedId]) ?? focus;
  const activeId = rows.some((row) => row.some((cell) => cell.node === active)) ? active.id : focus.id;

  const moved = useRef(false);
  const { scroller, revealRow } = window;
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    revealRow(tree.nodes[activeId]?.depth ?? 0);
    scroller.current?.querySelector<SVGGElement>(`[data-node="${activeId}"]`)?.focus();
  }, [activeId, scroller, revealRow, tree]);

  const zoomTo = (node: StackNode) => {
    moved.current = true;
    setZoomed({ tree, id: node.id });
    onSelect(node.id);
  };

  function onKeyDown(event: KeyboardEvent) {
    const at = tree.nodes[activeId] ?? focus;
    const siblings = rows[at.depth] ?? [];
    const place = siblings.findIndex((cell) => cell.node === at);
    const target: Partial<Record<string, StackNode | null | undefined>> = {
      ArrowUp: at.parent,
      ArrowDown: at.children[0],
      ArrowLeft: siblings[place - 1]?.node,
      ArrowRight: siblings[place + 1]?.node,
      Home: tree.root,
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in target) {
      const next = target[event.key];
      if (next) {
        moved.current = true;
        onSelect(next.id);
      }
    } else if (event.key === 'Enter' || event.key === ' ') zoomTo(at);
    else if ((event.key === 'Escape' || event.key === 'Backspace') && focus !== tree.root)
      zoomTo(focus.parent ?? tree.root);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div ref={scroller} className={styles.scroller}>
      <svg
        className={styles.icicle}
        width={window.width}
        height={(tree.maxDepth + 1) * ROW}
        onKeyDown={onKeyDown}
        role="tree"
        aria-label={label}
      >
        {rows
          .slice(window.first, window.end)
          .map((row, index) =>
            row.map((cell) => (
              <Cell
                key={cell.node.id}
                cell={cell}
                y={(window.first + index) * ROW}
                total={tree.root.count}
                look={look}
                dim={found.size > 0 && !found.has(cell.node.id)}
                hit={found.has(cell.node.id)}
                selected={cell.node.id === selectedId}
                focusable={cell.node.id === activeId}
                onPick={() => onSelect(cell.node.id)}
                onZoom={() => zoomTo(cell.node)}
              />
            )),
          )}
      </svg>
    </div>
  );
}

interface CellProps {
  readonly cell: IcicleCell;
  readonly y: number;
  readonly total: number;
  readonly look: FrameLook;
  readonly dim: boolean;
  readonly hit: boolean;
  readonly selected: boolean;
  readonly focusable: boolean;
  readonly onPick: () => void;
  readonly onZoom: () => void;
}

function Cell({ cell, y, total, look, dim, hit, selected, focusable, onPick, onZoom }: CellProps) {
  const { node, x, width, folded } = cell;
  const own = node.depth > 0 && look.isOwn(node.frame);
  const full = node.depth === 0 ? look.rootName : node.frame;
  const mark = look.nodeMark?.(node) ?? String(node.count);
  const text =
    folded > 0
      ? `${folded} narrower frames`
      : `${node.depth === 0 ? look.rootName : look.shortName(node.frame)}${width > 160 && mark !== '' ? ` · ${mark}` : ''}`;
  const room = Math.floor((width - 10) / CHARACTER);
  const share = total === 0 ? 0 : (node.count / total) * 100;
  const said =
    folded > 0
      ? `${folded} frames too narrow to draw`
      : `${full}, ${look.nodeText?.(node) ?? `${look.countText(node.count)}, ${share.toFixed(1)} %`}`;
  const tone = folded > 0 ? null : (look.tone?.(node) ?? null);
  const names = [
    styles.cell,
    tone && styles[tone],
    own && styles.own,
    dim && styles.dim,
    hit && styles.hit,
    selected && styles.selected,
  ];
  return (
    <g
      role="treeitem"
      aria-level={node.depth + 1}
      aria-selected={selected}
      tabIndex={focusable ? 0 : -1}
      data-node={node.id}
      className={names.filter(Boolean).join(' ')}
      onClick={onPick}
      onDoubleClick={onZoom}
    >
      {/* Tooltip and accessible name in one. */}
      <title>{said}</title>
      <g aria-hidden="true">
        <rect x={x + 0.5} y={y + 0.5} width={Math.max(0.5, width - 1)} height={ROW - 1} rx={2} />
        {own && width > 6 && (
          <rect className={styles.stripe} x={x + 0.5} y={y + 0.5} width={3} height={ROW - 1} rx={1.5} />
        )}
        {room >= 3 && (
          <text x={x + 7} y={y + 14}>
            {text.length > room ? `${text.slice(0, room - 1)}…` : text}
          </text>
        )}
      </g>
    </g>
  );
}
