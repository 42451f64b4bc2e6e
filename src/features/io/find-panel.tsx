import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { EventRef, ViewWindow } from '../../charts/timeline/index.ts';
import { Checkbox, formatCount, NumberField, Select, TextField } from '../../ui/index.ts';
import {
  emptyQuery,
  findEvents,
  isEmptyQuery,
  MAX_HITS,
  type FindQuery,
  type FoundEvents,
} from './analysis/find-events.ts';
import { EventGrid } from './event-grid.tsx';
import { ioKinds } from './io-kinds.ts';
import type { IoRecording } from './io-recording.ts';
import { useSliced } from './use-sliced.ts';
import styles from './io.module.css';

export interface FindState {
  readonly query: FindQuery;
  readonly inRange: boolean;
}
export const emptyFind: FindState = { query: emptyQuery, inRange: false };

/** Searches also while the panel is closed: matches stay flagged in the timeline. */
export function useFound(
  recording: IoRecording,
  find: FindState,
  range: ViewWindow,
  rangeKey: string,
): { readonly found: FoundEvents; readonly busy: boolean } {
  const { query, inRange } = find;
  const empty = isEmptyQuery(query);
  const key = empty
    ? 'none'
    : `${inRange ? rangeKey : `all ${recording.store.version}`}|${JSON.stringify(query)}`;
  const { value, busy } = useSliced(key, function* make() {
    if (empty) return nothing;
    return yield* findEvents(recording, query, inRange ? range : undefined);
  });
  return { found: empty ? nothing : (value ?? nothing), busy };
}
const nothing: FoundEvents = { count: 0, hits: [] };

export function FindPanel(props: {
  /** Incremented to focus the search field. */
  wanted: number;
  recording: IoRecording;
  find: FindState;
  onFind: (find: FindState) => void;
  found: FoundEvents;
  busy: boolean;
  utc: boolean;
  onReveal: (event: EventRef) => void;
}): ReactNode {
  const { recording, find, onFind, found, busy, utc, onReveal } = props;
  const [place, setPlace] = useState(-1);
  const field = useRef<HTMLDivElement>(null);
  const { wanted } = props;
  useEffect(() => {
    if (wanted > 0) field.current?.querySelector('input')?.focus();
  }, [wanted]);
  const change = (part: Partial<FindQuery>): void => {
    setPlace(-1);
    onFind({ ...find, query: { ...find.query, ...part } });
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || found.hits.length === 0)
      return;
    const next = (place + (event.shiftKey ? -1 : 1) + found.hits.length) % found.hits.length;
    setPlace(next);
    const hit = found.hits[next];
    if (hit) onReveal(hit);
    event.preventDefault();
  }

  const empty = isEmptyQuery(find.query);
  return (
    <div className={styles.tablePanel}>
      <div className={styles.findForm} ref={field} role="search" onKeyDown={onKeyDown}>
        <TextField
          label="File or environment"
          placeholder="journal, Orders…"
          value={find.query.text}
          onChange={(text) => change({ text })}
        />
        <Select
          label="Kind"
          value={String(find.query.kind)}
          onChange={(kind) => change({ kind: Number(kind) })}
          options={[
            { value: '-1', label: 'Any' },
            ...ioKinds.map(({ label }, kind) => ({ value: String(kind), label })),
          ]}
        />
        <NumberField
          label="Size from (KB)"
          min={0}
          step={0.5}
          value={find.query.atLeastBytes === 0 ? null : find.query.atLeastBytes / 1024}
          onChange={(kb) => change({ atLeastBytes: (kb ?? 0) * 1024 })}
        />
        <NumberField
          label="Duration from (ms)"
          min={0}
          step={0.1}
          value={find.query.atLeastMs === 0 ? null : find.query.atLeastMs}
          onChange={(ms) => change({ atLeastMs: ms ?? 0 })}
        />
        <Checkbox
          label="Only in range"
          checked={find.inRange}
          onChange={(inRange) => onFind({ ...find, inRange })}
        />
        <span className={styles.findCount} role="status">
          {empty
            ? ''
            : `${formatCount(found.count)} found${found.count > MAX_HITS ? `, the first ${formatCount(MAX_HITS)} listed` : ''}`}
        </span>
      </div>
      <EventGrid
        {...{ recording, utc, busy }}
        events={found.hits}
        label="Matches"
        empty={
          <p className={styles.noMatches}>
            {empty
              ? 'Type to search. Enter goes to the next match, Shift+Enter to the previous.'
              : 'No matching events'}
          </p>
        }
        onOpen={onReveal}
      />
    </div>
  );
}
