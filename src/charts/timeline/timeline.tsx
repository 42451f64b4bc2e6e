import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { AXIS_HEIGHT, drawTimeline, type TimelineTheme } from './draw-timeline.ts';
import type { EventColumns } from './event-columns.ts';
import { eventAt } from './hit-test.ts';
import type { LaneIndex } from './lane-index.ts';
import { OverviewStrip } from './overview-strip.tsx';
import { layOutRows, rowAt, type TimelineGroup, type TimelineKind } from './row-layout.ts';
import { moveCursor, viewAfterKey } from './timeline-keys.ts';
import { useCanvas } from './use-canvas.ts';
import { fitAll, panBy, reveal, timeAt, widthOf, zoomAt, type ViewWindow } from './view-window.ts';
import styles from './timeline.module.css';

export interface TimelineProps {
  readonly columns: EventColumns;
  readonly lanes: LaneIndex;
  /** Changes whenever events were added: columns and lanes are changed in place. */
  readonly version: number;
  readonly groups: readonly TimelineGroup[];
  readonly kinds: readonly TimelineKind[];
  readonly theme: TimelineTheme;
  readonly view: ViewWindow;
  /** A person moved the window: whoever follows live should stop. */
  readonly onView: (view: ViewWindow) => void;
  readonly utc: boolean;
  readonly label: string;
  /** The tooltip of an event. */
  readonly renderEvent: (row: number) => ReactNode;
  /** The same as one sentence, for a screen reader. */
  readonly describeEvent: (row: number) => string;
  readonly onHover?: (row: number | undefined) => void;
}

const GUTTER = 132;

export function Timeline(props: TimelineProps): ReactNode {
  const { columns, lanes, version, groups, kinds, theme, view, onView, utc, label, onHover } = props;
  const [scroll, setScroll] = useState(0);
  const [cursor, setCursor] = useState<number>();
  const [hover, setHover] = useState<{ row: number; x: number; y: number }>();
  const dragging = useRef<{ x: number; y: number; view: ViewWindow; scroll: number; moved: boolean } | null>(
    null,
  );

  const { rows, height: contentHeight } = useMemo(
    () =>
      layOutRows(groups, (group) =>
        kinds.filter((kind) => kind.always || lanes.lane(group.id, kind.id) !== undefined),
      ),
    // A lane of a kind that is not always there appears with its first event.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [groups, kinds, lanes, version],
  );
  const draw = useCallback(
    (context: CanvasRenderingContext2D, size: { width: number; height: number }) =>
      drawTimeline(context, {
        ...size,
        scroll,
        gutter: GUTTER,
        view,
        utc,
        rows,
        columns,
        lanes,
        theme,
        cursor,
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [scroll, view, utc, rows, columns, lanes, theme, cursor, version],
  );
  const { ref, size } = useCanvas(draw);
  const maxScroll = Math.max(0, contentHeight + AXIS_HEIGHT - size.height);
  const plot = Math.max(1, size.width - GUTTER);
  const latest = useRef({ view, onView, plot, maxScroll });
  useEffect(() => {
    latest.current = { view, onView, plot, maxScroll };
  });

  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    // React's wheel listeners are passive; the page must not scroll or zoom while the timeline does.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const now = latest.current;
      if (event.shiftKey) setScroll((old) => Math.min(now.maxScroll, Math.max(0, old + event.deltaY)));
      else if (Math.abs(event.deltaX) > Math.abs(event.deltaY))
        now.onView(panBy(now.view, (event.deltaX / now.plot) * widthOf(now.view)));
      else {
        const x = Math.max(0, event.offsetX - GUTTER);
        now.onView(zoomAt(now.view, timeAt(now.view, x, now.plot), Math.exp(event.deltaY * 0.0016)));
      }
    };
    canvas.addEventListener('wheel', onWheel, { passive: false });
    return () => canvas.removeEventListener('wheel', onWheel);
  }, [ref]);

  function select(row: number | undefined) {
    if (row === undefined) return;
    setCursor(row);
    onView(reveal(view, columns.start[row] ?? 0));
  }

  function onKeyDown(event: React.KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moved = viewAfterKey(event.key, view, () => fitAll(columns.firstStart, columns.lastEnd));
    const step = moveCursor(event.key, cursor, view, rows, columns, lanes);
    if (moved) onView(moved);
    else if (step !== undefined) select(step);
    else if (event.key === 'Escape') setCursor(undefined);
    else return;
    event.preventDefault();
  }

  const eventUnder = (x: number, y: number): number | undefined =>
    eventAt({ x, y }, { width: size.width, gutter: GUTTER, scroll, view, rows, columns, lanes });

  function onPointerMove(event: React.PointerEvent) {
    const drag = dragging.current;
    const { offsetX: x, offsetY: y } = event.nativeEvent;
    if (drag) {
      drag.moved ||= Math.abs(x - drag.x) > 2 || Math.abs(y - drag.y) > 2;
      if (!drag.moved) return;
      setHover(undefined);
      onView(panBy(drag.view, ((drag.x - x) / plot) * widthOf(drag.view)));
      setScroll(Math.min(maxScroll, Math.max(0, drag.scroll + drag.y - y)));
      return;
    }
    const row = eventUnder(x, y);
    setHover(row === undefined ? undefined : { row, x, y });
    onHover?.(row);
  }

  function onPointerUp(event: React.PointerEvent) {
    const { offsetX: x, offsetY: y } = event.nativeEvent;
    if (dragging.current && !dragging.current.moved) setCursor(eventUnder(x, y));
    dragging.current = null;
  }

  const hoveredGroup = hover && rowAt(rows, hover.y - AXIS_HEIGHT + scroll)?.group;
  return (
    <div className={styles.timeline}>
      <OverviewStrip {...{ columns, lanes, version, kinds, theme, view, onView }} gutter={GUTTER} />
      <div className={styles.plot}>
        <canvas
          ref={ref}
          className={styles.canvas}
          tabIndex={0}
          role="application"
          aria-label={label}
          aria-roledescription="timeline"
          onKeyDown={onKeyDown}
          onPointerMove={onPointerMove}
          onPointerDown={(event) => {
            const { offsetX: x, offsetY: y } = event.nativeEvent;
            dragging.current = { x, y, view, scroll, moved: false };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerUp={onPointerUp}
          onPointerLeave={() => {
            setHover(undefined);
            onHover?.(undefined);
          }}
        />
        {hover && (
          <div
            className={styles.tooltip}
            style={{
              left: Math.min(hover.x + 14, Math.max(0, size.width - 280)),
              top: Math.min(hover.y + 14, Math.max(0, size.height - 190)),
            }}
          >
            <div className={styles.tooltipGroup}>{hoveredGroup?.detail ?? hoveredGroup?.label}</div>
            {props.renderEvent(hover.row)}
          </div>
        )}
        <div className={styles.announcer} role="status" aria-live="polite">
          {cursor === undefined ? '' : props.describeEvent(cursor)}
        </div>
      </div>
    </div>
  );
}
