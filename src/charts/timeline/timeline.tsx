import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { colourRamp } from './colour-ramp.ts';
import { drawTimeline, backgroundPixels } from './draw-timeline.ts';
import { AXIS_HEIGHT, type DrawnKind, type TimelineTheme } from './timeline-frame.ts';
import { HoverCard, PinnedCard } from './event-cards.tsx';
import { findEvent, isSameEvent, keyOfEvent, type EventKey } from './event-key.ts';
import type { EventRef, EventStore } from './event-store.ts';
import type { FlameItem, FlameSpan } from './flame-spans.ts';
import { hitAt, type Hit } from './hit-test.ts';
import { LaneGutter } from './lane-gutter.tsx';
import { PixelBuffers, rasterRenderer, vectorRenderer } from './lane-renderer.ts';
import { OverviewStrip } from './overview-strip.tsx';
import type { PauseList } from './pauses.ts';
import { CanvasPen } from '../pen.ts';
import {
  layoutRows,
  type LaneArrangement,
  type TimelineGroup,
  type TimelineKind,
  type TimelineRow,
} from './row-layout.ts';
import { axisTicks } from './time-axis.ts';
import { TimeScale } from './time-scale.ts';
import { moveCursor, viewAfterKey } from './timeline-keys.ts';
import { useCanvas, type CanvasSize } from '../use-canvas.ts';
import { useIsChanging } from './use-is-changing.ts';
import { usePlotPointer, type PlotPoint } from './use-plot-pointer.ts';
import type { ViewWindow } from './view-window.ts';
import styles from './timeline.module.css';

export interface TimelineProps {
  readonly store: EventStore;
  /** The version of the store at this render: the store is mutable. */
  readonly version: number;
  readonly groups: readonly TimelineGroup[];
  readonly kinds: readonly TimelineKind[];
  readonly theme: TimelineTheme;
  readonly arrangement: LaneArrangement;
  readonly onArrangement: (arrangement: LaneArrangement) => void;
  /** The full extent with margins: shown by the overview and by `0`. */
  readonly extent: ViewWindow;
  readonly view: ViewWindow;
  /** Called when the user moves the window, to stop following live. */
  readonly onView: (view: ViewWindow) => void;
  readonly range: ViewWindow | undefined;
  readonly onRange: (range: ViewWindow | undefined) => void;
  readonly cursor: EventKey | undefined;
  readonly onCursor: (cursor: EventKey | undefined) => void;
  /** Flagged in their lanes, e.g. search matches. */
  readonly flagged: readonly EventRef[];
  readonly pauses: PauseList;
  readonly utc: boolean;
  readonly label: string;
  /** The content of a card. */
  readonly renderHit: (hit: Hit) => ReactNode;
  /** The same as one sentence for screen readers. */
  readonly describeEvent: (event: EventRef) => string;
  readonly sizeLabel: (size: number) => string;
  readonly pauseLabel: (ms: number) => string;
  readonly onHover?: (hit: Hit | undefined) => void;
  /** The outlined item of a flame; its row is scrolled into view when it changes. */
  readonly selected?: FlameItem | undefined;
  /** Called for a press on a span. */
  readonly onSpan?: (group: TimelineGroup, span: FlameSpan) => void;
}

export const GUTTER = 168;
const MAX_PINS = 6;
/** Without a move for this long, the window is at rest. */
const AT_REST_MS = 100;

export function drawnKinds(
  kinds: readonly TimelineKind[],
  store: EventStore,
  theme: TimelineTheme,
): readonly DrawnKind[] {
  return kinds.map((kind) => ({
    ...kind,
    ramp: colourRamp(kind.colour, theme.surface, [theme.ink, theme.text]),
    largest: store.largest(kind.id),
  }));
}

export function Timeline(props: TimelineProps): ReactNode {
  const { store, version, groups, kinds, theme, arrangement, view, onView, range, onRange, utc } = props;
  const { cursor, onCursor, flagged, pauses, extent, sizeLabel, pauseLabel, onHover, selected } = props;
  const [wantedScroll, setScroll] = useState(0);
  const [hover, setHover] = useState<{ hit: Hit; at: PlotPoint }>();
  const [buffers] = useState(() => new PixelBuffers());
  const [pins, setPins] = useState<readonly EventKey[]>([]);

  // The store is mutable; the version triggers updates.
  /* eslint-disable react-hooks/exhaustive-deps */
  const { rows, height: contentHeight } = useMemo(
    () => layoutRows(groups, kinds, (group, kind) => store.has(group, kind), arrangement),
    [groups, kinds, store, version, arrangement],
  );
  const drawn = useMemo(() => drawnKinds(kinds, store, theme), [kinds, store, version, theme]);
  const cursorRef = useMemo(() => cursor && findEvent(store, cursor), [store, version, cursor]);
  const shifts = useMemo(() => new Map(groups.map(({ id, shift }) => [id, shift])), [groups]);
  const [scrollLimit, setScrollLimit] = useState(0);
  const scroll = Math.min(wantedScroll, scrollLimit);
  const moving = useIsChanging(view, AT_REST_MS);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, { width, height, ratio }: CanvasSize) => {
      const plot = Math.max(1, Math.floor((width - GUTTER) * ratio));
      const scale = new TimeScale(view, plot, pauses);
      const pen = new CanvasPen(context, theme.font);
      const frame = {
        ...{ ratio, width, height, scroll, gutter: GUTTER, scale, utc, rows, kinds: drawn, store, theme },
        ticks: axisTicks(scale, utc, ratio),
        ...{ cursor: cursorRef, flagged, range, names: false, pauseLabel, selected },
      };
      drawTimeline(pen, frame, {
        sparse: vectorRenderer(pen, ratio, sizeLabel),
        dense: rasterRenderer(context, backgroundPixels(frame), { buffers, moving }),
      });
    },
    [
      scroll,
      view,
      pauses,
      utc,
      rows,
      drawn,
      store,
      theme,
      cursorRef,
      flagged,
      range,
      version,
      sizeLabel,
      pauseLabel,
      buffers,
      moving,
      selected,
    ],
  );
  /* eslint-enable react-hooks/exhaustive-deps */
  const { ref, size } = useCanvas(draw);
  const maxScroll = Math.max(0, contentHeight + AXIS_HEIGHT - size.height);
  if (scrollLimit !== maxScroll) setScrollLimit(maxScroll);
  const selectedKey = selected && `${selected.group}|${selected.item}`;
  const [shownKey, setShownKey] = useState(selectedKey);
  if (shownKey !== selectedKey) {
    setShownKey(selectedKey);
    if (selected)
      setScroll(
        scrolledTo(
          rows,
          (row) => row.type === 'flame' && row.group.id === selected.group,
          scroll,
          size.height,
        ),
      );
  }
  const scale = new TimeScale(view, Math.max(1, size.width - GUTTER), pauses);
  const hitUnder = (point: PlotPoint): Hit | undefined =>
    hitAt(point, { gutter: GUTTER, scroll, scale, rows, store });

  function setCursor(event: EventRef | undefined): void {
    onCursor(event && keyOfEvent(event));
  }
  const { dragging, handlers } = usePlotPointer({
    canvas: ref,
    gutter: GUTTER,
    scale,
    scroll,
    maxScroll,
    setScroll,
    onView,
    onRange,
    onPoint(at) {
      const hit = at && hitUnder(at);
      setHover(hit ? { hit, at } : undefined);
      onHover?.(hit);
    },
    onPress(at) {
      const hit = hitUnder(at);
      if (hit?.type === 'flame' && props.onSpan) {
        props.onSpan(hit.group, hit.span);
        return;
      }
      const event = hit?.type === 'event' ? hit.event : undefined;
      setCursor(event);
      if (!event) return;
      const key = keyOfEvent(event);
      setHover(undefined);
      setPins((old) =>
        old.some((each) => isSameEvent(each, key))
          ? old.filter((each) => !isSameEvent(each, key))
          : [...old.slice(1 - MAX_PINS), key],
      );
    },
  });

  function onKeyDown(event: React.KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const moved = viewAfterKey(event.key, scale, () => extent);
    const next = moveCursor(event.key, cursorRef, view, rows, store);
    if (moved) onView(moved);
    else if (next) {
      setCursor(next);
      const time = next.lane.start(next.row) + (shifts.get(next.lane.group) ?? 0);
      const shown = scale.revealed(time);
      if (shown !== view) onView(shown);
      const { lane } = next;
      const isShown = (row: TimelineRow): boolean =>
        row.type === 'lane' && row.group.id === lane.group && row.kind.id === lane.kind;
      setScroll(scrolledTo(rows, isShown, scroll, size.height));
    } else if (event.key === 'f' && range) onView(range);
    else if (event.key === 'PageDown' || event.key === 'PageUp')
      setScroll(
        Math.min(maxScroll, Math.max(0, scroll + (event.key === 'PageDown' ? 1 : -1) * size.height * 0.8)),
      );
    else if (event.key === 'Enter' && cursor)
      setPins((old) => [...old.filter((each) => !isSameEvent(each, cursor)).slice(1 - MAX_PINS), cursor]);
    else if (event.key === 'Escape') {
      // One thing per key press, innermost first.
      if (pins.length > 0) setPins([]);
      else if (range) onRange(undefined);
      else setCursor(undefined);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={styles.timeline}>
      <OverviewStrip
        {...{ store, version, groups, shifts, theme, extent, view, range, pauses, onView }}
        kinds={drawn}
        gutter={GUTTER}
      />
      <div className={styles.plot}>
        <canvas
          ref={ref}
          className={dragging ? `${styles.canvas ?? ''} ${styles.dragging ?? ''}` : styles.canvas}
          tabIndex={0}
          role="application"
          aria-label={props.label}
          aria-roledescription="timeline"
          onKeyDown={onKeyDown}
          {...handlers}
        />
        <LaneGutter
          {...{ rows, scroll, arrangement }}
          height={size.height}
          width={GUTTER}
          onArrangement={props.onArrangement}
        />
        {pins.map((pin) => {
          const event = findEvent(store, pin);
          const row = rows.find(
            (each) => each.type === 'lane' && each.group.id === pin.group && each.kind.id === pin.kind,
          );
          const group = groups.find(({ id }) => id === pin.group);
          const x = GUTTER + scale.x(pin.start + (group?.shift ?? 0));
          if (!event || !row || !group || x < GUTTER || x > size.width) return null;
          return (
            <PinnedCard
              key={`${pin.group}-${pin.kind}-${pin.start}-${pin.size}`}
              at={{ x, y: AXIS_HEIGHT + row.top - scroll }}
              box={size}
              heading={group.label}
              onClose={() => setPins((old) => old.filter((each) => each !== pin))}
            >
              {props.renderHit({ type: 'event', group, event })}
            </PinnedCard>
          );
        })}
        {hover && !dragging && (
          <HoverCard hit={hover.hit} at={hover.at} box={size}>
            {props.renderHit(hover.hit)}
          </HoverCard>
        )}
        <div className={styles.announcer} role="status" aria-live="polite">
          {cursorRef ? props.describeEvent(cursorRef) : ''}
        </div>
      </div>
    </div>
  );
}

/** The scroll offset that shows a row. */
function scrolledTo(
  rows: readonly TimelineRow[],
  isShown: (row: TimelineRow) => boolean,
  scroll: number,
  height: number,
): number {
  const row = rows.find(isShown);
  if (!row) return scroll;
  const room = height - AXIS_HEIGHT;
  if (row.top < scroll) return row.top;
  return row.top + row.height > scroll + room ? row.top + row.height - room : scroll;
}
