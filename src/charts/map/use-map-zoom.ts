/** Pan and zoom of the map by pointer and wheel; the caller draws with the transform. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import { WORLD } from './projection.ts';
import { fitView, type Extent, type MapTransform } from './view.ts';

const MIN_SCALE = 0.4;
/** A kilometer is about 100 pixels. */
const MAX_SCALE = 8192;
const MARGIN = 32;

export interface MapZoom {
  /** Ref of the element that receives pointer and wheel. */
  readonly element: RefObject<HTMLDivElement | null>;
  readonly transform: MapTransform;
  /** Shows all points and shapes. */
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
  /** In CSS pixels. */
  readonly panBy: (dx: number, dy: number) => void;
  /** Pans just enough to show a point of the world. */
  readonly reveal: (x: number, y: number) => void;
}

export function useMapZoom(extent: Extent | null): MapZoom {
  const element = useRef<HTMLDivElement>(null);
  const behaviour = useRef<ZoomBehavior<HTMLDivElement, unknown>>(null);
  const [transform, setTransform] = useState<MapTransform>(zoomIdentity);
  const latest = useRef<MapTransform>(zoomIdentity);
  /** Until the user moves the map it keeps fitting the pane when the pane is resized. */
  const touched = useRef(false);

  const set = useCallback((next: ZoomTransform) => {
    if (element.current) behaviour.current?.transform(select(element.current), next);
  }, []);

  const fit = useCallback(() => {
    const box = element.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return;
    touched.current = false;
    const { x, y, k } = fitView(extent, box.width, box.height);
    set(zoomIdentity.translate(x, y).scale(k));
  }, [extent, set]);

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const created = zoom<HTMLDivElement, unknown>()
      .scaleExtent([MIN_SCALE, MAX_SCALE])
      .translateExtent([
        [0, 0],
        [WORLD, WORLD],
      ])
      .clickDistance(4)
      .on('zoom', (event: { transform: ZoomTransform; sourceEvent: unknown }) => {
        if (event.sourceEvent) touched.current = true;
        latest.current = event.transform;
        setTransform(event.transform);
      });
    behaviour.current = created;
    const selection = select(target);
    selection.call(created).on('dblclick.zoom', null);
    return () => {
      selection.on('.zoom', null);
      behaviour.current = null;
    };
  }, []);

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    fit();
    const observer = new ResizeObserver(() => {
      if (!touched.current) fit();
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [fit]);

  const zoomBy = useCallback((factor: number) => {
    touched.current = true;
    if (element.current) behaviour.current?.scaleBy(select(element.current), factor);
  }, []);

  const panBy = useCallback((dx: number, dy: number) => {
    touched.current = true;
    const { k } = latest.current;
    if (element.current) behaviour.current?.translateBy(select(element.current), dx / k, dy / k);
  }, []);

  const reveal = useCallback(
    (worldX: number, worldY: number) => {
      const box = element.current?.getBoundingClientRect();
      if (!box) return;
      const { x, y, k } = latest.current;
      const [px, py] = [worldX * k + x, worldY * k + y];
      const isVisible = px >= MARGIN && py >= MARGIN && px <= box.width - MARGIN && py <= box.height - MARGIN;
      if (isVisible) return;
      touched.current = true;
      set(zoomIdentity.translate(box.width / 2 - worldX * k, box.height / 2 - worldY * k).scale(k));
    },
    [set],
  );

  return { element, transform, fit, zoomBy, panBy, reveal };
}
