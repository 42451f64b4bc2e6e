/**
 * The plan as boxes and edges: wheel and drag move it, Shift with an arrow key too; arrow keys move the focus, Enter
 * selects a box.
 */
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { Minimap } from './minimap.tsx';
import type { PlanBox } from './plan-box.ts';
import { PlanDrawing } from './plan-drawing.tsx';
import { layoutPlan, neighbour, type Direction } from './plan-layout.ts';
import { planMap } from './plan-minimap.ts';
import { visiblePlan } from './plan-window.ts';
import styles from './plan.module.css';
import { usePanZoom } from './use-pan-zoom.ts';

export interface PlanTreeHandle {
  fit(): void;
  zoomBy(factor: number): void;
}

export interface PlanTreeProps {
  readonly root: PlanBox;
  /** The accessible name. */
  readonly label: string;
  readonly selectedId: string | null;
  readonly onSelect: (id: string | null) => void;
  readonly handle?: Ref<PlanTreeHandle>;
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

/** With Shift: how the diagram moves, in shares of the pane. */
const pans: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0.25, 0],
  ArrowRight: [-0.25, 0],
  ArrowUp: [0, 0.25],
  ArrowDown: [0, -0.25],
};

export function PlanTree({ root, label, selectedId, onSelect, handle }: PlanTreeProps) {
  const layout = useMemo(() => layoutPlan(root), [root]);
  const { svg, transform, size, fit, zoomBy, reveal, panBy, centerOn } = usePanZoom(layout);
  const [focusId, setFocusId] = useState(root.id);
  const ids = useMemo(() => new Set(layout.boxes.map(({ box }) => box.id)), [layout]);
  const focused = ids.has(focusId) ? focusId : root.id;
  const { x, y, k } = transform;
  const { width, height } = size;
  const shown = useMemo(
    () => visiblePlan(layout, { x, y, k, width, height }, new Set([focused, selectedId ?? focused])),
    [layout, x, y, k, width, height, focused, selectedId],
  );
  const map = useMemo(() => planMap(layout, { x, y, k, width, height }), [layout, x, y, k, width, height]);

  useImperativeHandle(handle, () => ({ fit, zoomBy }), [fit, zoomBy]);

  /** Focus follows key presses only: a newly rendered plan must not take the focus. */
  const moveFocus = useRef(false);
  useEffect(() => {
    if (!moveFocus.current) return;
    moveFocus.current = false;
    const placed = layout.boxes.find(({ box }) => box.id === focused);
    svg.current?.querySelector<SVGGElement>(`[data-box="${CSS.escape(focused)}"]`)?.focus();
    if (placed) reveal(placed.x, placed.y, layout.boxWidth, placed.height);
  }, [svg, focused, layout, reveal]);

  const pick = useCallback(
    (id: string, selected: boolean) => {
      setFocusId(id);
      onSelect(selected ? null : id);
    },
    [onSelect],
  );

  function onKeyDown(event: KeyboardEvent) {
    const direction = arrows[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pan = event.shiftKey ? pans[event.key] : undefined;
    if (pan) panBy(...pan);
    else if (direction) {
      moveFocus.current = true;
      setFocusId(neighbour(layout, focused, direction));
    } else if (event.key === 'Enter' || event.key === ' ') onSelect(selectedId === focused ? null : focused);
    else if (event.key === 'Escape' && selectedId !== null) onSelect(null);
    else if (event.key === '+' || event.key === '=') zoomBy(1.25);
    else if (event.key === '-') zoomBy(0.8);
    else if (event.key === '0') fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={styles.pane}>
      <svg ref={svg} className={styles.svg} onKeyDown={onKeyDown}>
        <PlanDrawing
          layout={layout}
          shown={shown}
          label={label}
          transform={transform.toString()}
          focusedId={focused}
          selectedId={selectedId}
          onPick={pick}
        />
      </svg>
      {map && <Minimap layout={layout} map={map} onCenter={centerOn} />}
    </div>
  );
}
