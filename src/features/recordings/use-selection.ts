/** What is selected in an open recording: the visible time, a finding, and the moment of the last selection. */
import { useState } from 'react';
import type { TimeRange } from '../../charts/series/index.ts';
import type { RecordingFinding, RecordingOverview } from '../../contract/index.ts';
import { rangeAround, toMs } from './times.ts';

export interface RecordingSelection {
  /** In ms, as for the charts. */
  readonly all: TimeRange;
  readonly range: TimeRange;
  readonly setRange: (range: TimeRange) => void;
  readonly finding: RecordingFinding | null;
  readonly selectFinding: (finding: RecordingFinding) => void;
  /** Of the last selected row or finding, µs since 1970; null before there is one. */
  readonly moment: number | null;
  readonly setMoment: (us: number) => void;
}

export function useSelection(overview: RecordingOverview): RecordingSelection {
  const [all] = useState<TimeRange>(() => toMs(overview.extent));
  const [range, setRange] = useState(all);
  const [finding, setFinding] = useState<RecordingFinding | null>(null);
  const [moment, setMoment] = useState<number | null>(null);
  return {
    ...{ all, range, setRange, finding, moment, setMoment },
    selectFinding: (next) => {
      setFinding(next);
      setRange(rangeAround(next, all));
      setMoment(next.from);
    },
  };
}
