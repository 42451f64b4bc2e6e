/**
 * A plan that is larger than its pane, in a corner: a click or drag moves the pane there. It is hidden from screen readers:
 * the tree has the same operators, and Shift with an arrow key pans.
 */
import { useMemo, useRef, type PointerEvent } from 'react';
import type { PlanLayout } from './plan-layout.ts';
import { boxesPath, type PlanMap } from './plan-minimap.ts';
import styles from './minimap.module.css';

interface MinimapProps {
  readonly layout: PlanLayout;
  readonly map: PlanMap;
  /** Moves the middle of the view to a point of the plan. */
  readonly onCenter: (x: number, y: number) => void;
}

export function Minimap({ layout, map, onCenter }: MinimapProps) {
  const path = useMemo(() => boxesPath(layout), [layout]);
  /** From the pointer to the middle of the view, while the button is held. */
  const grip = useRef<{ readonly dx: number; readonly dy: number } | null>(null);
  const { width, height, scaleX, scaleY, view } = map;

  function pointOf(event: PointerEvent<SVGSVGElement>) {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
  function moveTo(x: number, y: number) {
    onCenter(clamp(x, width) / scaleX, clamp(y, height) / scaleY);
  }

  return (
    <div className={styles.map} aria-hidden="true" data-minimap="">
      <svg
        className={styles.picture}
        width={width}
        height={height}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const { x, y } = pointOf(event);
          const inside = x >= view.x && x <= view.x + view.width && y >= view.y && y <= view.y + view.height;
          // A drag of the rectangle keeps the pointer where it grips it; a click elsewhere moves it there.
          grip.current = inside
            ? { dx: view.x + view.width / 2 - x, dy: view.y + view.height / 2 - y }
            : { dx: 0, dy: 0 };
          if (!inside) moveTo(x, y);
        }}
        onPointerMove={(event) => {
          if (!grip.current) return;
          const { x, y } = pointOf(event);
          moveTo(x + grip.current.dx, y + grip.current.dy);
        }}
        onPointerUp={() => (grip.current = null)}
        onPointerCancel={() => (grip.current = null)}
      >
        <path className={styles.boxes} d={path} transform={`scale(${scaleX} ${scaleY})`} />
        <rect
          className={styles.view}
          x={view.x + 0.75}
          y={view.y + 0.75}
          width={Math.max(4, view.width - 1.5)}
          height={Math.max(4, view.height - 1.5)}
          rx={2}
        />
      </svg>
    </div>
  );
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
