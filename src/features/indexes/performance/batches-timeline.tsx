/** The timeline of the batches, with keys that move along batches, and its legend. */
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import {
  defaultArrangement,
  EventStore,
  Timeline,
  useResolvedTokens,
  type FlameItem,
  type ImageSource,
  type LaneArrangement,
  type PauseList,
  type TimelineGroup,
  type ViewWindow,
} from '../../../charts/timeline/index.ts';
import { formatBytes, formatMs, pluralize } from '../../../ui/index.ts';
import { BatchCard } from './batch-card.tsx';
import { findBatch, moveBatch, type BatchGroup, type BatchRef, type RecordedBatch } from './batch-model.ts';
import { batchKinds } from './batch-timeline.ts';
import styles from './performance.module.css';

const tokens = {
  surface: '--surface-1',
  stripe: '--surface-2',
  line: '--border',
  text: '--text-1',
  mutedText: '--text-2',
  focus: '--focus',
  font: '--font-ui',
  ink: '--surface-0',
  batch: '--text-3',
  map: '--io-flush',
  reduce: '--io-compression',
  storage: '--io-journal',
  merge: '--io-sync',
};
/** Batches are flames: there are no lanes with events. */
const noEvents = new EventStore();
const noFlags: readonly never[] = [];

export interface BatchesTimelineProps {
  readonly label: string;
  /** In the order of the groups of the picture. */
  readonly batches: readonly BatchGroup[];
  readonly picture: ImageSource;
  readonly extent: ViewWindow;
  readonly onView: (view: ViewWindow) => void;
  readonly onArrangement: (arrangement: Pick<LaneArrangement, 'collapsed' | 'pinned'>) => void;
  readonly current: RecordedBatch | undefined;
  readonly onCurrent: (batch: BatchRef | null) => void;
  /** Called for a move by key, which can lead out of the window. */
  readonly onReveal: (batch: RecordedBatch) => void;
  /** Shows only this batch. */
  readonly onZoom: (batch: RecordedBatch) => void;
}

export function BatchesTimeline(props: BatchesTimelineProps): ReactNode {
  const { batches, picture, current } = props;
  const { groups, utc } = picture;
  const [range, setRange] = useState<ViewWindow>();
  const { index: currentIndex, key: currentKey } = current ?? {};
  const selected = useMemo((): FlameItem | undefined => {
    const group = groups.find(({ key }) => key === currentIndex);
    return group && currentKey !== undefined ? { group: group.id, item: currentKey } : undefined;
  }, [groups, currentIndex, currentKey]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!(event.target instanceof HTMLCanvasElement)) return;
    if (event.key === 'Enter' && current) {
      event.preventDefault();
      props.onZoom(current);
      return;
    }
    const next = moveBatch(event.key, current ?? null, inDrawnOrder(batches, picture.arrangement));
    if (next === undefined) return;
    event.preventDefault();
    props.onReveal(next);
  }
  return (
    <div className={styles.upper} onKeyDown={onKeyDown}>
      <div className={styles.timeline}>
        <Timeline
          {...picture}
          version={0}
          onArrangement={({ collapsed, pinned }) => props.onArrangement({ collapsed, pinned })}
          extent={props.extent}
          onView={props.onView}
          range={range}
          onRange={setRange}
          cursor={undefined}
          onCursor={(cursor) => {
            // Escape and a press on an empty place.
            if (cursor === undefined) props.onCurrent(null);
          }}
          selected={selected}
          onSpan={(group, span) => {
            if (span.item !== undefined) props.onCurrent({ index: group.key, key: span.item });
          }}
          flagged={noFlags}
          label={props.label}
          renderHit={(hit) =>
            hit.type === 'flame' && (
              <BatchCard
                span={hit.span}
                utc={utc}
                batch={findBatch(batches, { index: hit.group.key, key: hit.span.item ?? '' })}
              />
            )
          }
          describeEvent={() => ''}
        />
      </div>
      <Legend kinds={picture.kinds} count={batches.reduce((sum, each) => sum + each.batches.length, 0)} />
    </div>
  );
}

/** What is drawn, on the screen and in an image file. */
export function usePicture(options: {
  readonly groups: readonly TimelineGroup[];
  readonly view: ViewWindow;
  readonly pauses: PauseList;
  readonly utc: boolean;
  readonly collapsed: readonly string[];
  readonly pinned: readonly string[];
}): ImageSource {
  const { groups, view, pauses, utc, collapsed, pinned } = options;
  const theme = useResolvedTokens(tokens);
  const kinds = useMemo(() => batchKinds(theme), [theme]);
  const arrangement = useMemo(
    (): LaneArrangement => ({ ...defaultArrangement, collapsed, pinned }),
    [collapsed, pinned],
  );
  return {
    store: noEvents,
    groups,
    kinds,
    theme,
    view,
    pauses,
    utc,
    arrangement,
    range: undefined,
    sizeLabel: formatBytes,
    pauseLabel: formatMs,
  };
}

/** Pinned indexes are drawn first; a collapsed one has no visible batches. */
function inDrawnOrder(
  batches: readonly BatchGroup[],
  { collapsed, pinned }: LaneArrangement,
): readonly BatchGroup[] {
  const shown = batches.filter(({ index }) => !collapsed.includes(index));
  const isPinned = ({ index }: BatchGroup): boolean => pinned.includes(index);
  return [...shown.filter(isPinned), ...shown.filter((each) => !isPinned(each))];
}

function Legend({ kinds, count }: { readonly kinds: ImageSource['kinds']; readonly count: number }) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {kinds.map(({ id, label, colour }) => (
        <li key={id}>
          <span className={styles.swatch} style={{ background: colour }} aria-hidden="true" />
          {label}
        </li>
      ))}
      <li className={styles.legendEnd}>
        {pluralize(count, 'batch', 'batches')} · deeper steps are lighter · an outline marks failures
      </li>
    </ul>
  );
}
