/** The boxes and edges of a plan, in an `<svg>` of the caller. */
import { memo, useId } from 'react';
import { countText, describeBox, type PlanBox } from './plan-box.ts';
import {
  LINE_CHARACTER,
  LINE_HEIGHT,
  MAX_LINES,
  TITLE_HEIGHT,
  type PlacedBox,
  type PlanLayout,
} from './plan-layout.ts';
import type { VisiblePlan } from './plan-window.ts';
import styles from './plan.module.css';

interface PlanDrawingProps {
  readonly layout: PlanLayout;
  readonly shown: VisiblePlan;
  /** The accessible name. */
  readonly label: string;
  readonly transform: string;
  /** The box that the Tab key reaches. */
  readonly focusedId: string | null;
  readonly selectedId: string | null;
  readonly onPick: (id: string, selected: boolean) => void;
}

export function PlanDrawing(props: PlanDrawingProps) {
  const { layout, shown, label, transform, focusedId, selectedId, onPick } = props;
  const arrowId = useId();
  return (
    <>
      <defs>
        <marker
          id={arrowId}
          viewBox="0 0 8 8"
          refX="1"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0,0.5 L7,4 L0,7.5 z" className={styles.arrow} />
        </marker>
      </defs>
      <g data-content="" transform={transform}>
        <g aria-hidden="true">
          {shown.edges.map((edge) => (
            <g key={edge.from.id}>
              <path
                d={edge.path}
                className={edge.from.flow === null ? styles.edgeUnknown : styles.edge}
                style={{ strokeWidth: edge.width }}
                markerEnd={`url(#${arrowId})`}
              />
              {shown.readable && (
                <text x={edge.labelX} y={edge.labelY} className={styles.flow}>
                  {edge.label}
                </text>
              )}
            </g>
          ))}
        </g>
        <g role="tree" aria-label={label}>
          {shown.boxes.map((placed) => (
            <Box
              key={placed.box.id}
              placed={placed}
              width={layout.boxWidth}
              focusable={placed.box.id === focusedId}
              selected={placed.box.id === selectedId}
              readable={shown.readable}
              onPick={onPick}
            />
          ))}
        </g>
      </g>
    </>
  );
}

interface BoxProps {
  readonly placed: PlacedBox;
  readonly width: number;
  readonly focusable: boolean;
  readonly selected: boolean;
  readonly readable: boolean;
  readonly onPick: (id: string, selected: boolean) => void;
}

/** Memoized: a pan or zoom changes none of the boxes that stay visible. */
const Box = memo(function Box({ placed, width, focusable, selected, readable, onPick }: BoxProps) {
  const { box, x, y, height, level } = placed;
  const heat = box.heat === undefined ? box.share : box.heat;
  return (
    <g
      role="treeitem"
      aria-level={level}
      aria-selected={selected}
      tabIndex={focusable ? 0 : -1}
      data-box={box.id}
      className={selected ? `${styles.box} ${styles.selected}` : styles.box}
      transform={`translate(${x} ${y})`}
      onClick={() => onPick(box.id, selected)}
      {...(box.faded ? { opacity: 0.35 } : {})}
    >
      {/* Tooltip and accessible name in one. */}
      <title>{describeBox(box)}</title>
      <g aria-hidden="true">
        <rect
          className={styles.focusRing}
          x={-4}
          y={-4}
          width={width + 8}
          height={height + 8}
          rx={9}
          data-screen-only=""
        />
        <rect className={styles.frame} width={width} height={height} rx={6} />
        {heat !== null && (
          <>
            <rect
              className={styles.heat}
              width={width}
              height={height}
              rx={6}
              style={{ fillOpacity: 0.22 * heat }}
            />
            <rect
              className={styles.heatBar}
              x={1}
              y={height - 4}
              width={Math.max(heat > 0 ? 2 : 0, (width - 2) * heat)}
              height={3}
              rx={1.5}
            />
          </>
        )}
        {readable && <BoxText box={box} width={width} height={height} />}
      </g>
    </g>
  );
});

function BoxText({
  box,
  width,
  height,
}: {
  readonly box: PlanBox;
  readonly width: number;
  readonly height: number;
}) {
  const room = Math.floor((width - 22) / LINE_CHARACTER);
  const foot = height - 9;
  const deviation = box.deviation !== null;
  return (
    <>
      <rect className={styles.iconGround} x={10} y={9} width={20} height={20} rx={4} />
      <box.icon className={styles.icon} x={13} y={12} size={14} />
      <text className={styles.title} x={38} y={23.5}>
        {cut(box.title, Math.floor((width - 50) / 7.1))}
      </text>
      {box.lines.slice(0, MAX_LINES).map((line, index) => (
        <text key={index} className={styles.line} x={12} y={TITLE_HEIGHT + 13 + index * LINE_HEIGHT}>
          {cut(index === MAX_LINES - 1 && box.lines.length > MAX_LINES ? `${line} …` : line, room)}
        </text>
      ))}
      <text className={deviation ? styles.countSurprise : styles.count} x={12} y={foot}>
        {cut(deviation ? `△ ${countText(box)}` : countText(box), room - (box.time?.length ?? 0))}
      </text>
      <text className={styles.time} x={width - 12} y={foot}>
        {box.time ?? ''}
      </text>
    </>
  );
}

/** SVG text does not wrap; the data font is monospaced, so the character count gives the width. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
