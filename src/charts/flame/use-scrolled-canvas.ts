/**
 * A canvas with the size of its scroller's visible area. It is redrawn in the same frame as the scroll, without a
 * React render, so that canvas and overlays move together.
 */
import { useEffect, useRef, useState, type RefObject } from 'react';

export interface VisibleSize {
  readonly width: number;
  readonly height: number;
}

export interface ScrolledView extends VisibleSize {
  /** Scroll offset. */
  readonly top: number;
  /** Device pixels per CSS pixel; the context is scaled by it. */
  readonly ratio: number;
}

/** 0 until the first layout. */
export function useVisibleSize(scroller: RefObject<HTMLElement | null>): VisibleSize {
  const [size, setSize] = useState<VisibleSize>({ width: 0, height: 0 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return size;
}

export function useScrolledCanvas(
  scroller: RefObject<HTMLElement | null>,
  size: VisibleSize,
  draw: (context: CanvasRenderingContext2D, view: ScrolledView) => void,
): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = scroller.current;
    const surface = canvas.current;
    if (!element || !surface || size.width === 0 || size.height === 0) return;
    const context = surface.getContext('2d', { alpha: false });
    if (!context) return;
    let request = 0;
    const paint = () => {
      request = 0;
      const ratio = window.devicePixelRatio;
      const width = Math.round(size.width * ratio);
      const height = Math.round(size.height * ratio);
      // Setting the size clears the canvas, so it is set only on change.
      if (surface.width !== width) surface.width = width;
      if (surface.height !== height) surface.height = height;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      draw(context, { top: element.scrollTop, ...size, ratio });
    };
    const soon = () => {
      if (request === 0) request = requestAnimationFrame(paint);
    };
    soon();
    element.addEventListener('scroll', soon, { passive: true });
    // Text drawn before the font loads uses a fallback font.
    document.fonts.addEventListener('loadingdone', soon);
    return () => {
      cancelAnimationFrame(request);
      element.removeEventListener('scroll', soon);
      document.fonts.removeEventListener('loadingdone', soon);
    };
  }, [scroller, size, draw]);
  return canvas;
}
