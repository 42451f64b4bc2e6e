import { memo, useCallback, useEffect, useRef, type ReactNode } from 'react';
import { AXIS_HEIGHT } from './timeline-frame.ts';
import type { LaneArrangement, TimelineGroup, TimelineRow } from './row-layout.ts';
import styles from './timeline.module.css';

interface LaneGutterProps {
  readonly rows: readonly TimelineRow[];
  readonly scroll: number;
  readonly height: number;
  readonly width: number;
  readonly arrangement: LaneArrangement;
  readonly onArrangement: (arrangement: LaneArrangement) => void;
}

/** The names of groups and lanes as elements: collapse and pin must be reachable by keyboard. */
export function LaneGutter({ onArrangement, ...shown }: LaneGutterProps): ReactNode {
  const latest = useRef(onArrangement);
  useEffect(() => {
    latest.current = onArrangement;
  });
  // Screens pass another function in each render; names that stay the same are not rendered while the window moves.
  const arrange = useCallback((next: LaneArrangement) => latest.current(next), []);
  return <LaneNames {...shown} onArrangement={arrange} />;
}

const LaneNames = memo(function LaneNames(props: LaneGutterProps): ReactNode {
  const { rows, scroll, height, width, arrangement, onArrangement } = props;
  const seen = rows.filter(
    ({ top, height: tall }) => top + tall >= scroll && top - scroll < height - AXIS_HEIGHT,
  );
  const toggle = (list: readonly string[], key: string): readonly string[] =>
    list.includes(key) ? list.filter((each) => each !== key) : [...list, key];
  return (
    <div className={styles.gutter} style={{ top: AXIS_HEIGHT }}>
      {seen.map((row) => {
        const style = { transform: `translateY(${row.top - scroll}px)`, height: row.height, width };
        if (row.type === 'group')
          return (
            <div key={`g${row.group.id}`} className={styles.groupName} style={{ ...style, width: undefined }}>
              <button
                type="button"
                aria-expanded={!row.collapsed}
                title={row.group.detail}
                className={styles.groupToggle}
                onClick={() =>
                  onArrangement({ ...arrangement, collapsed: toggle(arrangement.collapsed, row.group.key) })
                }
              >
                <span aria-hidden="true">{row.collapsed ? '▸' : '▾'}</span>
                <span className={styles.groupText}>{row.group.label}</span>
              </button>
              <PinButton
                group={row.group}
                pinned={arrangement.pinned.includes(row.group.key)}
                onToggle={() =>
                  onArrangement({ ...arrangement, pinned: toggle(arrangement.pinned, row.group.key) })
                }
              />
            </div>
          );
        return (
          <div
            key={`${row.group.id}-${row.type === 'lane' ? row.kind.id : 'f'}`}
            className={styles.laneName}
            style={style}
          >
            {row.type === 'lane' ? (
              <>
                <span className={styles.swatchBox}>
                  <span
                    className={styles.swatch}
                    style={{
                      background: row.kind.colour,
                      top: `${row.kind.from * 100}%`,
                      bottom: `${(1 - row.kind.to) * 100}%`,
                    }}
                  />
                </span>
                {row.kind.label}
              </>
            ) : (
              (row.group.spansLabel ?? 'Batches')
            )}
          </div>
        );
      })}
    </div>
  );
});

function PinButton(props: { group: TimelineGroup; pinned: boolean; onToggle: () => void }): ReactNode {
  const { group, pinned, onToggle } = props;
  return (
    <button
      type="button"
      className={styles.pin}
      aria-pressed={pinned}
      aria-label={`Pin ${group.label} to the top`}
      title={pinned ? 'Pinned to the top' : 'Pin to the top'}
      onClick={onToggle}
    >
      {pinned ? '●' : '○'}
    </button>
  );
}
