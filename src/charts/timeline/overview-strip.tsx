import { useCallback, useRef, type ReactNode } from 'react';
import { drawBrush, drawFlameStrip, drawStrip, type StripSize } from './draw-overview.ts';
import type { DrawnKind, TimelineTheme } from './timeline-frame.ts';
import type { EventStore } from './event-store.ts';
import { CachedImage } from './cached-image.ts';
import type { PauseList } from './pauses.ts';
import type { TimelineGroup } from './row-layout.ts';
import { TimeScale } from './time-scale.ts';
import { useCanvas, type CanvasSize } from '../use-canvas.ts';
import type { ViewWindow } from './view-window.ts';
import styles from './timeline.module.css';

interface OverviewStripProps {
  readonly store: EventStore;
  readonly version: number;
  readonly kinds: readonly DrawnKind[];
  readonly groups: readonly TimelineGroup[];
  readonly shifts: ReadonlyMap<number, number>;
  readonly theme: TimelineTheme;
  readonly extent: ViewWindow;
  readonly view: ViewWindow;
  readonly range: ViewWindow | undefined;
  readonly pauses: PauseList;
  readonly onView: (view: ViewWindow) => void;
  readonly gutter: number;
}

/** The brush: drag inside the frame to move the window, outside to draw a new one; double-click shows all. */
export function OverviewStrip(props: OverviewStripProps): ReactNode {
  const { store, version, kinds, groups, shifts, theme, extent, view, range, pauses, onView, gutter } = props;
  const onlyFlames = groups.length > 0 && groups.every(({ flame }) => flame !== undefined);
  const drag = useRef<{ x: number; view: ViewWindow; moves: boolean } | null>(null);
  // The strip changes only with the events; while the window moves, the cached image is copied.
  const kept = useRef<CachedImage>(null);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, { width, height, ratio }: CanvasSize) => {
      const size: StripSize = { width: width * ratio, height: height * ratio, gutter: gutter * ratio };
      const scale = new TimeScale(extent, size.width - size.gutter, pauses);
      kept.current ??= new CachedImage();
      const picture = kept.current.get(
        [store, version, kinds, groups, shifts, theme, extent, pauses],
        size,
        (within) =>
          onlyFlames
            ? drawFlameStrip(within, size, scale, groups, theme)
            : drawStrip(within, size, scale, kinds, store, shifts, theme),
      );
      context.drawImage(picture, 0, 0);
      drawBrush(context, size, scale, view, range, theme);
    },
    [store, version, kinds, groups, shifts, theme, extent, view, range, pauses, gutter, onlyFlames],
  );
  const { ref, size } = useCanvas(draw);
  const plot = Math.max(1, size.width - gutter);
  const scale = new TimeScale(extent, plot, pauses);

  return (
    <canvas
      ref={ref}
      className={styles.overview}
      aria-hidden="true"
      onPointerDown={(event) => {
        const x = event.nativeEvent.offsetX - gutter;
        const left = scale.x(view.from);
        const right = scale.x(view.to);
        // A frame with the full width leaves no outside to draw a new one.
        const moves = x >= left - 3 && x <= right + 3 && right - left < plot * 0.8;
        drag.current = { x, view, moves };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!drag.current) return;
        const { x: began, view: from, moves } = drag.current;
        const x = event.nativeEvent.offsetX - gutter;
        if (moves)
          onView({
            from: scale.time(scale.x(from.from) + x - began),
            to: scale.time(scale.x(from.to) + x - began),
          });
        else if (Math.abs(x - began) > 3)
          onView({ from: scale.time(Math.min(began, x)), to: scale.time(Math.max(began, x)) });
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
      onDoubleClick={() => onView(extent)}
    />
  );
}
