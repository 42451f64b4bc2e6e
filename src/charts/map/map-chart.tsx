/**
 * Points and shapes on the outline of the continents: wheel and drag move it, a click selects a point. Arrow keys pan, `+`
 * and `-` zoom, `0` shows everything, Page Up and Page Down select the previous and the next point.
 */
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type Ref,
} from 'react';
import { useCanvas, type CanvasSize } from '../use-canvas.ts';
import { useResolvedTokens } from '../use-theme.ts';
import { drawMap, type ProjectedShape } from './draw-map.ts';
import type { MapPoints, MapShape } from './map-data.ts';
import { latitudeAt, scaleBar, worldX, worldY } from './projection.ts';
import { projectRing, shapeRings } from './shape-rings.ts';
import { useMapZoom } from './use-map-zoom.ts';
import { extentOf, nearestPoint, type WorldPoints } from './view.ts';
import styles from './map.module.css';

export interface MapHandle {
  fit(): void;
  zoomBy(factor: number): void;
}

export interface MapChartProps {
  readonly points: MapPoints;
  readonly shapes: readonly MapShape[];
  /** The accessible name. */
  readonly label: string;
  /** Index of a point. */
  readonly selected: number | null;
  readonly onSelect: (point: number) => void;
  /** Double click on a point. */
  readonly onOpen?: (point: number) => void;
  /** One line about a point. */
  readonly describe: (point: number) => string;
  readonly handle?: Ref<MapHandle>;
}

const tokens = {
  sea: '--surface-0',
  land: '--surface-3',
  coast: '--border-control',
  lines: '--border',
  shape: '--warning',
  point: '--accent',
  pointEdge: '--surface-0',
  selected: '--danger',
};

/** How near a pointer must be to a point, in CSS pixels. */
const REACH = 9;
const PAN = 60;
const MAX_BAR = 150;

const pans: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [PAN, 0],
  ArrowRight: [-PAN, 0],
  ArrowUp: [0, PAN],
  ArrowDown: [0, -PAN],
};

export function MapChart(props: MapChartProps) {
  const { points, label, selected, onSelect, onOpen, describe, handle } = props;
  const theme = useResolvedTokens(tokens);
  const world = useMemo((): WorldPoints => {
    return { xs: points.longitudes.map(worldX), ys: points.latitudes.map(worldY) };
  }, [points]);
  const shapes = useMemo(
    () =>
      props.shapes.map((shape): ProjectedShape => ({
        rings: shapeRings(shape).map(projectRing),
        closed: shape.kind !== 'line',
      })),
    [props.shapes],
  );
  const extent = useMemo(
    () =>
      extentOf(
        world,
        shapes.flatMap(({ rings }) => rings),
      ),
    [world, shapes],
  );
  const { element, transform, fit, zoomBy, panBy, reveal } = useMapZoom(extent);
  const [hover, setHover] = useState<{ points: MapPoints; index: number } | null>(null);
  const hovered = hover?.points === points ? hover.index : null;

  const draw = useCallback(
    (context: CanvasRenderingContext2D, size: CanvasSize) =>
      drawMap(context, size, { view: transform, points: world, shapes, selected, hovered, theme }),
    [transform, world, shapes, selected, hovered, theme],
  );
  const { ref, size } = useCanvas(draw);

  useImperativeHandle(handle, () => ({ fit, zoomBy }), [fit, zoomBy]);

  // Another selection, from the list or the table, is brought into view; a pan by the user is kept.
  useEffect(() => {
    const [x, y] = selected === null ? [] : [world.xs[selected], world.ys[selected]];
    if (x !== undefined && y !== undefined) reveal(x, y);
  }, [selected, world, reveal]);

  function pointAt(event: MouseEvent): number | null {
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    return nearestPoint(world, transform, at, REACH);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pan = pans[event.key];
    const count = world.xs.length;
    if (pan) panBy(pan[0], pan[1]);
    else if (event.key === '+' || event.key === '=') zoomBy(1.5);
    else if (event.key === '-') zoomBy(1 / 1.5);
    else if (event.key === '0') fit();
    else if (event.key === 'PageDown' && count > 0) onSelect(selected === null ? 0 : (selected + 1) % count);
    else if (event.key === 'PageUp' && count > 0)
      onSelect(selected === null ? count - 1 : (selected + count - 1) % count);
    else if (event.key === 'Enter' && selected !== null) onOpen?.(selected);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const bar = scaleBar(transform.k, latitudeAt((size.height / 2 - transform.y) / transform.k), MAX_BAR);
  return (
    <div
      ref={element}
      role="application"
      aria-roledescription="map"
      aria-label={label}
      tabIndex={0}
      className={hovered === null ? styles.map : `${styles.map} ${styles.onPoint}`}
      onKeyDown={onKeyDown}
      onPointerMove={(event: PointerEvent) => {
        // While the map is dragged its points move under the pointer.
        const index = event.buttons === 0 ? pointAt(event) : null;
        if (index !== hovered) setHover(index === null ? null : { points, index });
      }}
      onPointerLeave={() => setHover(null)}
      onClick={(event) => {
        const point = pointAt(event);
        if (point !== null) onSelect(point);
      }}
      onDoubleClick={(event) => {
        const point = pointAt(event);
        if (point !== null) onOpen?.(point);
      }}
    >
      <canvas ref={ref} className={styles.canvas} aria-hidden="true" />
      {hovered !== null && (
        <div
          className={styles.card}
          style={cardPlace(
            (world.xs[hovered] ?? 0) * transform.k + transform.x,
            (world.ys[hovered] ?? 0) * transform.k + transform.y,
            size,
          )}
        >
          {describe(hovered)}
        </div>
      )}
      <div className={styles.announcer} role="status" aria-live="polite">
        {selected === null ? '' : describe(selected)}
      </div>
      <div className={styles.scale} style={{ width: bar.pixels }} aria-hidden="true">
        {bar.km.toLocaleString('en')} km
      </div>
    </div>
  );
}

/** Next to the point, on the side with more space. */
function cardPlace(x: number, y: number, { width, height }: CanvasSize): CSSProperties {
  return {
    ...(x < width / 2 ? { left: x + 12 } : { right: width - x + 12 }),
    ...(y < height / 2 ? { top: y + 8 } : { bottom: height - y + 8 }),
  };
}
