import { useCallback, useRef, type ReactNode } from 'react';
import { drawOverview } from './draw-overview.ts';
import type { TimelineTheme } from './draw-timeline.ts';
import type { EventColumns } from './event-columns.ts';
import type { LaneIndex } from './lane-index.ts';
import type { TimelineKind } from './row-layout.ts';
import { useCanvas } from './use-canvas.ts';
import { fitAll, timeAt, widthOf, xOf, type ViewWindow } from './view-window.ts';
import styles from './timeline.module.css';

interface OverviewStripProps {
  readonly columns: EventColumns;
  readonly lanes: LaneIndex;
  readonly version: number;
  readonly kinds: readonly TimelineKind[];
  readonly theme: TimelineTheme;
  readonly view: ViewWindow;
  readonly onView: (view: ViewWindow) => void;
  readonly gutter: number;
}

/** The brush: drag inside the frame moves the window, elsewhere draws a new one; a double click shows all. */
export function OverviewStrip(props: OverviewStripProps): ReactNode {
  const { columns, lanes, version, kinds, theme, view, onView, gutter } = props;
  const drag = useRef<{ time: number; view: ViewWindow; moves: boolean } | null>(null);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, size: { width: number; height: number }) =>
      drawOverview(
        context,
        { ...size, gutter },
        fitAll(columns.firstStart, columns.lastEnd),
        view,
        kinds,
        columns,
        lanes,
        theme,
      ),
    // Columns and lanes change in place; the version says when.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [columns, lanes, version, kinds, theme, view, gutter],
  );
  const { ref, size } = useCanvas(draw);
  const timeUnder = (event: React.PointerEvent): number =>
    timeAt(
      fitAll(columns.firstStart, columns.lastEnd),
      event.nativeEvent.offsetX - gutter,
      Math.max(1, size.width - gutter),
    );

  return (
    <canvas
      ref={ref}
      className={styles.overview}
      aria-hidden="true"
      onPointerDown={(event) => {
        const time = timeUnder(event);
        const whole = fitAll(columns.firstStart, columns.lastEnd);
        const framePx = xOf(whole, view.to, size.width) - xOf(whole, view.from, size.width);
        const inside = time >= view.from && time <= view.to;
        // A frame as wide as the strip leaves no outside to draw a new one in.
        const moves = inside && framePx < (size.width - gutter) * 0.8;
        drag.current = { time, view, moves };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!drag.current) return;
        const { time, view: from, moves } = drag.current;
        const now = timeUnder(event);
        if (moves) onView({ from: from.from + now - time, to: from.to + now - time });
        else if (Math.abs(now - time) > widthOf(fitAll(columns.firstStart, columns.lastEnd)) * 0.005)
          onView({ from: Math.min(time, now), to: Math.max(time, now) });
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
      onDoubleClick={() => onView(fitAll(columns.firstStart, columns.lastEnd))}
    />
  );
}
