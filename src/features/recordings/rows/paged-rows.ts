/** The rows of one table, time and order, loaded as a grid shows them. */
import type { RecordingOrder, RecordingRow, RecordingTable } from '../../../contract/index.ts';
import type { OpenRecording } from '../../../protocol/recordings.ts';

export interface RowsOf {
  readonly table: RecordingTable;
  /** µs since 1970. */
  readonly from: number;
  readonly to: number;
  readonly order: RecordingOrder;
}

export interface RowsSnapshot {
  /** Null before the first page. */
  readonly total: number | null;
  readonly error: unknown;
  /** Changes with every page. */
  readonly version: number;
}

const PAGE = 100;
/** Rows in memory; beyond it, those that are not visible are dropped. */
const MAX_KEPT = 5000;

export class PagedRows {
  private readonly recording: OpenRecording;
  private readonly of: RowsOf;
  private readonly rows = new Map<number, RecordingRow>();
  private readonly listeners = new Set<() => void>();
  private visible = { start: 0, end: PAGE - 1 };
  private running: AbortController | null = null;
  private snapshot: RowsSnapshot = { total: null, error: null, version: 0 };

  constructor(recording: OpenRecording, of: RowsOf) {
    this.recording = recording;
    this.of = of;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly current = (): RowsSnapshot => this.snapshot;
  readonly row = (index: number): RecordingRow | undefined => this.rows.get(index);

  readonly show = (start: number, end: number): void => {
    this.visible = { start, end };
    void this.load();
  };

  retry(): void {
    this.change({ error: null });
    void this.load();
  }

  stop(): void {
    this.running?.abort();
    this.running = null;
  }

  /** One page at a time, from the first visible row that is missing. */
  private async load(): Promise<void> {
    if (this.running !== null || this.snapshot.error !== null) return;
    const own = new AbortController();
    this.running = own;
    try {
      for (let start = this.missing(); start !== null; start = this.missing()) {
        const { total, rows } = await this.recording.rows({ ...this.of, start, size: PAGE }, own.signal);
        if (own.signal.aborted) return;
        if (this.rows.size > MAX_KEPT) this.rows.clear();
        rows.forEach((row, place) => this.rows.set(start + place, row));
        if (rows.length === 0 && start < total) throw new Error('The rows of the recording ended early.');
        this.change({ total });
      }
    } catch (thrown) {
      if (!own.signal.aborted) this.change({ error: thrown });
    } finally {
      if (this.running === own) this.running = null;
    }
  }

  private missing(): number | null {
    const { total } = this.snapshot;
    if (total === null) return 0;
    const last = Math.min(this.visible.end, total - 1);
    for (let index = this.visible.start; index <= last; index++) if (!this.rows.has(index)) return index;
    return null;
  }

  private change(part: Partial<RowsSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...part, version: this.snapshot.version + 1 };
    for (const listener of this.listeners) listener();
  }
}
