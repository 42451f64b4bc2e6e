/** Pan and zoom of an SVG by pointer and wheel; the caller applies the transform. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';

const MIN_SCALE = 0.08;
const MAX_SCALE = 2.5;
const MARGIN = 24;

export interface PanZoom {
  /** Ref of the SVG element. */
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly transform: ZoomTransform;
  /** Of the SVG element, in CSS pixels; 0 before the first layout. */
  readonly size: { readonly width: number; readonly height: number };
  /** Fits everything, never larger than natural size. */
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
  /** Pans just enough to show the rectangle. */
  readonly reveal: (x: number, y: number, width: number, height: number) => void;
  /** Moves the content by shares of the pane. */
  readonly panBy: (x: number, y: number) => void;
  /** Moves a point of the content to the middle of the pane. */
  readonly centerOn: (x: number, y: number) => void;
}

export function usePanZoom(content: { readonly width: number; readonly height: number }): PanZoom {
  const svg = useRef<SVGSVGElement>(null);
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown>>(null);
  /** Until the user moves the diagram it keeps fitting the pane when the pane is resized. */
  const touched = useRef(false);
  const latest = useRef(transform);

  const set = useCallback((next: ZoomTransform) => {
    if (svg.current) behaviour.current?.transform(select(svg.current), next);
  }, []);

  const fit = useCallback(() => {
    const box = svg.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return;
    touched.current = false;
    const scale = Math.max(
      MIN_SCALE,
      Math.min(1, (box.width - 2 * MARGIN) / content.width, (box.height - 2 * MARGIN) / content.height),
    );
    const x = Math.max(MARGIN, (box.width - content.width * scale) / 2);
    set(zoomIdentity.translate(x, (box.height - content.height * scale) / 2).scale(scale));
  }, [set, content.width, content.height]);

  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const created = zoom<SVGSVGElement, unknown>()
      .scaleExtent([MIN_SCALE, MAX_SCALE])
      .extent(() => [
        [0, 0],
        [element.clientWidth, element.clientHeight],
      ])
      .on('zoom', (event: { transform: ZoomTransform; sourceEvent: unknown }) => {
        if (event.sourceEvent) touched.current = true;
        latest.current = event.transform;
        setTransform(event.transform);
      });
    behaviour.current = created;
    const selection = select(element);
    selection.call(created).on('dblclick.zoom', null);
    return () => {
      selection.on('.zoom', null);
      behaviour.current = null;
    };
  }, []);

  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    fit();
    const observer = new ResizeObserver(() => {
      measure();
      if (!touched.current) fit();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [fit]);

  const zoomBy = useCallback((factor: number) => {
    touched.current = true;
    if (svg.current) behaviour.current?.scaleBy(select(svg.current), factor);
  }, []);

  const reveal = useCallback(
    (x: number, y: number, width: number, height: number) => {
      const box = svg.current?.getBoundingClientRect();
      if (!box) return;
      const at = latest.current;
      const shift = (low: number, high: number, room: number) =>
        low < MARGIN ? MARGIN - low : high > room - MARGIN ? room - MARGIN - high : 0;
      const dx = shift(at.applyX(x), at.applyX(x + width), box.width);
      const dy = shift(at.applyY(y), at.applyY(y + height), box.height);
      if (dx === 0 && dy === 0) return;
      touched.current = true;
      set(zoomIdentity.translate(at.x + dx, at.y + dy).scale(at.k));
    },
    [set],
  );

  const moveTo = useCallback(
    (target: (at: ZoomTransform, pane: DOMRect) => readonly [number, number]) => {
      const pane = svg.current?.getBoundingClientRect();
      if (!pane) return;
      touched.current = true;
      const [x, y] = target(latest.current, pane);
      set(zoomIdentity.translate(x, y).scale(latest.current.k));
    },
    [set],
  );
  const panBy = useCallback(
    (x: number, y: number) => moveTo((at, { width, height }) => [at.x + x * width, at.y + y * height]),
    [moveTo],
  );
  const centerOn = useCallback(
    (x: number, y: number) =>
      moveTo((at, { width, height }) => [width / 2 - x * at.k, height / 2 - y * at.k]),
    [moveTo],
  );

  return { svg, transform, size, fit, zoomBy, reveal, panBy, centerOn };
}
