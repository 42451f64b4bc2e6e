import {
  EventColumns,
  LaneIndex,
  type TimelineEvent,
  type TimelineGroup,
} from '../../charts/timeline/index.ts';
import type { IoItem, IoMetrics, IoSummary } from '../../protocol/io-metrics.ts';
import { parseServerDate } from '../../protocol/server-date.ts';
import { environmentLabel, environmentRank } from './environment-label.ts';
import { ioKinds } from './io-kinds.ts';

export interface RecordedFile {
  readonly name: string;
  readonly environment: number;
  status: string;
}

export interface RecordedEnvironment {
  readonly id: number;
  readonly path: string;
  readonly type: string;
}

/** More than this is not kept: the oldest stay, the screen says that the recording is full. */
export const MAX_EVENTS = 500_000;

/**
 * Everything seen so far, merged: a snapshot and the deltas after it overlap, and a feed that reconnects begins with a snapshot
 * again, so each event is known by what it is and kept once.
 */
export class IoRecording {
  readonly columns = new EventColumns();
  readonly lanes = new LaneIndex(this.columns);
  readonly environments: RecordedEnvironment[] = [];
  readonly files: RecordedFile[] = [];
  /** Items of types this version does not know, by type: said, not hidden. */
  readonly unknownTypes = new Map<string, number>();
  /** Items whose date could not be read. */
  unreadable = 0;
  full = false;
  /** Folded history as it came, by row: more is told there than columns hold. */
  readonly summaries = new Map<number, IoSummary>();
  private readonly seen = new Set<string>();

  /** Returns how many events were new. */
  add(metrics: IoMetrics): number {
    const before = this.columns.length;
    for (const { Path, Type, Files } of metrics.Environments) {
      const environment = this.environment(Path, Type);
      for (const { File, Status, Recent, History } of Files) {
        const source = this.file(File, environment.id, Status ?? 'InUse');
        for (const summary of History ?? []) this.addSummary(summary, environment.id, source);
        for (const item of Recent ?? []) this.addItem(item, environment.id, source);
      }
    }
    return this.columns.length - before;
  }

  groups(): readonly TimelineGroup[] {
    return [...this.environments]
      .sort((a, b) => environmentRank(a.type) - environmentRank(b.type) || a.path.localeCompare(b.path))
      .map(({ id, path }) => ({ id, label: this.environmentLabel(id), detail: path }));
  }

  /** An environment's id is its place in the list. */
  environmentLabel(id: number): string {
    const environment = this.environments[id];
    return environment ? environmentLabel(environment.type, environment.path) : '';
  }

  private addItem(item: IoItem, group: number, source: number): void {
    const size = item.Size ?? item.OriginalSize ?? 0;
    this.append(`${item.Start}|${item.Duration}|${size}`, item.Type, {
      start: parseServerDate(item.Start),
      duration: item.Duration,
      size,
      group,
      source,
      folded: false,
      // Compression has no file of its own; its acceleration stands in the place of the file's size.
      extraA: item.FileSize ?? item.Acceleration ?? 0,
      extraB: item.CompressedSize ?? 0,
    });
  }

  private addSummary(summary: IoSummary, group: number, source: number): void {
    const start = parseServerDate(summary.Start);
    const row = this.append(`${summary.Start}..${summary.End}`, summary.Type, {
      start,
      duration: Math.max(0, parseServerDate(summary.End) - start),
      size: summary.Size ?? 0,
      group,
      source,
      folded: true,
      extraA: summary.FileSize ?? 0,
      extraB: summary.ActiveDuration ?? 0,
    });
    if (row !== undefined) this.summaries.set(row, summary);
  }

  private append(identity: string, type: string, event: Omit<TimelineEvent, 'kind'>): number | undefined {
    const kind = ioKinds.findIndex((each) => each.type === type);
    if (kind === -1) {
      this.unknownTypes.set(type, (this.unknownTypes.get(type) ?? 0) + 1);
      return undefined;
    }
    if (Number.isNaN(event.start) || Number.isNaN(event.duration)) {
      this.unreadable++;
      return undefined;
    }
    const key = `${event.source}|${kind}|${identity}`;
    if (this.seen.has(key)) return undefined;
    if (this.columns.length >= MAX_EVENTS) {
      this.full = true;
      return undefined;
    }
    this.seen.add(key);
    const row = this.columns.append({ ...event, kind });
    this.lanes.add(row);
    return row;
  }

  private environment(path: string, type: string): RecordedEnvironment {
    const found = this.environments.find((each) => each.path === path);
    if (found) return found;
    const added = { id: this.environments.length, path, type };
    this.environments.push(added);
    return added;
  }

  private file(name: string, environment: number, status: string): number {
    const found = this.files.findIndex((each) => each.name === name && each.environment === environment);
    const known = this.files[found];
    if (known) {
      known.status = status;
      return found;
    }
    this.files.push({ name, environment, status });
    return this.files.length - 1;
  }
}
