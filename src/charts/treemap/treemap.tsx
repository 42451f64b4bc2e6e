/** Sizes as areas. The table beside it has the numbers: the drawing is an image for assistive technology. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { OTHERS, treemapCells, type TreemapNode } from './treemap-layout.ts';
import styles from './treemap.module.css';

/** Until the width is measured. */
const WIDTH = 1_000;
const HEIGHT = 240;
const GROUPS = 6;
/** Smaller cells have no text: it would not fit. */
const TEXT_WIDTH = 90;
const TEXT_HEIGHT = 36;
const CHARACTER = 7.2;

export function Treemap({
  label,
  nodes,
  format,
  selected,
  onSelect,
}: {
  readonly label: string;
  readonly nodes: readonly TreemapNode[];
  readonly format: (size: number) => string;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}): ReactNode {
  const chart = useRef<SVGSVGElement>(null);
  // One unit is a pixel, so that texts keep their size in a wide window.
  const [width, setWidth] = useState(WIDTH);
  useEffect(() => {
    if (!chart.current || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.floor(entry.contentRect.width) - 2);
    });
    observer.observe(chart.current);
    return () => observer.disconnect();
  }, []);
  const cells = useMemo(() => treemapCells(nodes, width, HEIGHT), [nodes, width]);
  return (
    <svg
      ref={chart}
      className={styles.chart}
      role="img"
      aria-label={label}
      viewBox={`-1 -1 ${width + 2} ${HEIGHT + 2}`}
    >
      {cells.map(({ node, group, path, x, y, width: across, height }) => {
        const fits = across >= TEXT_WIDTH && height >= TEXT_HEIGHT;
        return (
          <g
            key={node.id}
            className={styles.cell}
            data-group={group % GROUPS}
            data-selected={node.id === selected}
            onClick={node.id === OTHERS ? undefined : () => onSelect(node.id)}
          >
            <title>{`${path.join(' › ')}: ${format(node.size)}`}</title>
            <rect x={x} y={y} width={across} height={height} rx={3} />
            {fits && (
              <>
                <text x={x + 8} y={y + 17}>
                  {nameThatFits(path, across - 16)}
                </text>
                <text x={x + 8} y={y + 32} className={styles.size}>
                  {format(node.size)}
                </text>
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** As many of the owners before the last name as there is room for, then the last name, cut if it must be. */
function nameThatFits(path: readonly string[], width: number): string {
  const most = Math.max(1, Math.floor(width / CHARACTER));
  const names = path.map((_, place) => path.slice(place).join(' › '));
  const last = names.at(-1) ?? '';
  return names.find((name) => name.length <= most) ?? `${last.slice(0, most - 1)}…`;
}
