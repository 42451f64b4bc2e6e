import { useEffect, useRef, useState, type RefObject } from 'react';

export interface CanvasSize {
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

/** A canvas that follows its box at the screen's own resolution, and draws at most once a frame. One unit is one device pixel. */
export function useCanvas(draw: (context: CanvasRenderingContext2D, size: CanvasSize) => void): {
  readonly ref: RefObject<HTMLCanvasElement | null>;
  readonly size: CanvasSize;
} {
  const ref = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<CanvasSize>({ width: 0, height: 0, ratio: 1 });

  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry)
        setSize({
          width: Math.round(entry.contentRect.width),
          height: Math.round(entry.contentRect.height),
          ratio: window.devicePixelRatio,
        });
    });
    observer.observe(canvas);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const canvas = ref.current;
    // Most of what is drawn are pixel buffers, which a canvas in memory takes without a detour.
    const context = canvas?.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!canvas || !context || size.width === 0 || size.height === 0) return;
    const request = requestAnimationFrame(() => {
      const width = Math.round(size.width * size.ratio);
      const height = Math.round(size.height * size.ratio);
      // Setting the size clears the canvas, so it is only set when it changed.
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      draw(context, size);
    });
    return () => cancelAnimationFrame(request);
  }, [draw, size]);

  return { ref, size };
}
