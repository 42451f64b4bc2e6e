/** Stacks as an indented list: the accessible alternative to the icicle. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import styles from './flame.module.css';
import type { FrameLook } from './frame-look.ts';
import { listRows } from './list-rows.ts';
import type { StackTree } from './stack-tree.ts';
import { useScrollWindow } from './use-scroll-window.ts';

const ROW = 24;
const INDENT = 16;

export interface StackListProps {
  readonly tree: StackTree;
  readonly look: FrameLook;
  readonly label: string;
  readonly found: ReadonlySet<number>;
  readonly selectedId: number | null;
  readonly onSelect: (id: number) => void;
}

const none: ReadonlySet<number> = new Set();

export function StackList({ tree, look, label, found, selectedId, onSelect }: StackListProps) {
  const [closing, setClosing] = useState<{ tree: StackTree; ids: ReadonlySet<number> }>({ tree, ids: none });
  const closed = closing.tree === tree ? closing.ids : none;
  const rows = useMemo(() => listRows(tree, closed), [tree, closed]);
  const window = useScrollWindow(ROW, rows.length);
  const selectedRow = rows.findIndex((row) => row.node.id === selectedId);
  const activeRow = selectedRow < 0 ? 0 : selectedRow;
  const total = tree.root.count;

  const moved = useRef(false);
  const { scroller, revealRow } = window;
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    revealRow(activeRow);
    // The row may be rendered only after scrolling to it.
    const request = requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus(),
    );
    return () => cancelAnimationFrame(request);
  }, [activeRow, scroller, revealRow]);

  const toggle = (id: number) => {
    const ids = new Set(closed);
    if (!ids.delete(id)) ids.add(id);
    setClosing({ tree, ids });
  };

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[activeRow];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const go = (index: number) => {
      const target = rows[Math.max(0, Math.min(rows.length - 1, index))];
      if (!target) return;
      moved.current = true;
      onSelect(target.node.id);
    };
    if (event.key === 'ArrowDown') go(activeRow + 1);
    else if (event.key === 'ArrowUp') go(activeRow - 1);
    else if (event.key === 'PageDown') go(activeRow + 20);
    else if (event.key === 'PageUp') go(activeRow - 20);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(rows.length - 1);
    else if (event.key === 'ArrowRight') {
      if (row.expandable && !row.expanded) toggle(row.node.id);
      else if (row.expandable) go(activeRow + 1);
    } else if (event.key === 'ArrowLeft') {
      if (row.expanded) toggle(row.node.id);
      else go(rows.findIndex((each) => each.node === row.node.parent));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div ref={scroller} className={styles.scroller} role="tree" aria-label={label} onKeyDown={onKeyDown}>
      <div role="presentation" style={{ height: window.first * ROW }} />
      {rows.slice(window.first, window.end).map(({ node, indent, expandable, expanded }, offset) => {
        const index = window.first + offset;
        const name = node.depth === 0 ? 'No frames could be read' : node.frame;
        // The root row only represents the stacks that end in it.
        const count = node.depth === 0 ? node.self : node.count;
        const own = node.depth > 0 && look.isOwn(node.frame);
        const classes = [
          styles.line,
          own && styles.ownLine,
          found.has(node.id) && styles.hitLine,
          found.size > 0 && !found.has(node.id) && styles.dimLine,
          node.id === selectedId && styles.selectedLine,
        ];
        return (
          <div
            key={node.id}
            role="treeitem"
            aria-level={indent + 1}
            aria-selected={node.id === selectedId}
            {...(expandable ? { 'aria-expanded': expanded } : {})}
            tabIndex={index === activeRow ? 0 : -1}
            className={classes.filter(Boolean).join(' ')}
            style={{ height: ROW }}
            onClick={() => onSelect(node.id)}
            onDoubleClick={() => expandable && toggle(node.id)}
          >
            <span className={styles.lineCount} aria-hidden="true">
              {count}
            </span>
            <span className={styles.hidden}>{look.countText(count)}, </span>
            <span className={styles.lineShare} aria-hidden="true">
              <span style={{ width: `${total === 0 ? 0 : (count / total) * 100}%` }} />
            </span>
            <span style={{ width: indent * INDENT, flex: 'none' }} />
            <span
              className={styles.twist}
              aria-hidden="true"
              onClick={(event) => {
                if (!expandable) return;
                event.stopPropagation();
                toggle(node.id);
              }}
            >
              {expandable ? (expanded ? '▾' : '▸') : ''}
            </span>
            <span className={styles.lineText} title={name}>
              {name}
            </span>
          </div>
        );
      })}
      <div role="presentation" style={{ height: (rows.length - window.end) * ROW }} />
    </div>
  );
}
