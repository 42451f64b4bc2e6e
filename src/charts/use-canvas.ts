import { useEffect, useRef, useState, type RefObject } from 'react';

export interface CanvasSize {
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

/**
 * A canvas that fills its box at device resolution and draws at most once per frame. One unit is one device pixel.
 */
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
    if (!canvas || size.width === 0 || size.height === 0) return;
    const request = requestAnimationFrame(() => {
      // Requested with the first drawing, because an opaque canvas is black until then. Mostly pixel buffers are drawn,
      // which a canvas in main memory takes without a copy.
      const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
      if (!context) return;
      const width = Math.round(size.width * size.ratio);
      const height = Math.round(size.height * size.ratio);
      // Setting the size clears the canvas, so it is set only on change.
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      draw(context, size);
    });
    return () => cancelAnimationFrame(request);
  }, [draw, size]);

  return { ref, size };
}
