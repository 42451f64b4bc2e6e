/** Wheel and drag on the plot: zoom at the pointer, pan, and Shift or the axis to select a range. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { AXIS_HEIGHT } from './timeline-frame.ts';
import type { TimeScale } from './time-scale.ts';
import type { ViewWindow } from './view-window.ts';

export interface PlotPoint {
  readonly x: number;
  readonly y: number;
}

interface PlotPointerOptions {
  readonly canvas: RefObject<HTMLElement | null>;
  readonly gutter: number;
  readonly scale: TimeScale;
  readonly scroll: number;
  readonly maxScroll: number;
  readonly setScroll: (scroll: number) => void;
  readonly onView: (view: ViewWindow) => void;
  readonly onRange: (range: ViewWindow | undefined) => void;
  readonly onPress: (point: PlotPoint) => void;
  readonly onPoint: (point: PlotPoint | undefined) => void;
}

interface Drag extends PlotPoint {
  readonly scale: TimeScale;
  readonly scroll: number;
  readonly selects: boolean;
  moved: boolean;
}

export function usePlotPointer(options: PlotPointerOptions): {
  readonly dragging: boolean;
  readonly handlers: {
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
    onPointerCancel(): void;
    onPointerLeave(): void;
  };
} {
  const drag = useRef<Drag | null>(null);
  const [dragging, setDragging] = useState(false);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const { canvas } = options;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    // React's wheel listeners are passive, but the page must not scroll or zoom with the timeline.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { gutter, scale, scroll, maxScroll, setScroll, onView } = latest.current;
      const box = element.getBoundingClientRect();
      const x = event.clientX - box.left - gutter;
      // Over the names the wheel scrolls the list.
      if (event.shiftKey || x < 0) setScroll(clamp(scroll + (event.deltaY || event.deltaX), maxScroll));
      else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) onView(scale.panned(event.deltaX));
      else onView(scale.zoomed(x, Math.exp(event.deltaY * 0.0016)));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [canvas]);

  function end(): void {
    drag.current = null;
    setDragging(false);
  }

  return {
    dragging,
    handlers: {
      onPointerDown(event) {
        const { offsetX: x, offsetY: y } = event.nativeEvent;
        if (event.button !== 0 || x < options.gutter) return;
        const { scale, scroll } = options;
        drag.current = { x, y, scale, scroll, selects: event.shiftKey || y < AXIS_HEIGHT, moved: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event) {
        const began = drag.current;
        const { offsetX: x, offsetY: y } = event.nativeEvent;
        if (!began) {
          options.onPoint({ x, y });
          return;
        }
        began.moved ||= Math.abs(x - began.x) > 2 || Math.abs(y - began.y) > 2;
        if (!began.moved) return;
        setDragging(true);
        options.onPoint(undefined);
        if (began.selects) {
          const [from, to] = [began.x, x].map((each) => began.scale.time(each - options.gutter));
          if (from !== undefined && to !== undefined)
            options.onRange({ from: Math.min(from, to), to: Math.max(from, to) });
        } else {
          options.onView(began.scale.panned(began.x - x));
          options.setScroll(clamp(began.scroll + began.y - y, options.maxScroll));
        }
      },
      onPointerUp(event) {
        const { offsetX: x, offsetY: y } = event.nativeEvent;
        const began = drag.current;
        if (began && !began.moved) {
          if (began.selects) options.onRange(undefined);
          else options.onPress({ x, y });
        }
        end();
      },
      onPointerCancel: end,
      onPointerLeave: () => options.onPoint(undefined),
    },
  };
}

const clamp = (scroll: number, most: number): number => Math.min(most, Math.max(0, scroll));
