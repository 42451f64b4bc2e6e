/** The exports of one window: their way, their number and their progress. */
import { PortError, type ExportProgress } from '../../../src/contract/index.ts';
import type { ExportWay } from './export-way.ts';
import { ProgressBoard } from './progress-board.ts';

/** Each has a dialog or a download and a request or a file under way. */
const MAX_RUNNING = 4;

export class WindowExports {
  private readonly way: ExportWay | undefined;
  private readonly board = new ProgressBoard<ExportProgress>();
  private readonly running = new Set<string>();

  constructor(way: ExportWay | undefined) {
    this.way = way;
  }

  mustSave(): ExportWay {
    if (this.way) return this.way;
    throw new PortError({ code: 'unsupported', message: 'This program cannot save files.' });
  }

  begin(id: string): void {
    if (this.running.has(id) || this.running.size >= MAX_RUNNING)
      throw new PortError({
        code: 'bad-request',
        message: `${MAX_RUNNING} exports are running. Wait for one to end, or cancel it.`,
      });
    this.running.add(id);
  }

  end(id: string): void {
    this.running.delete(id);
    this.board.end(id);
  }

  report(id: string, progress: ExportProgress): void {
    this.board.report(id, progress);
  }

  watch(id: string, signal: AbortSignal): AsyncGenerator<ExportProgress> {
    return this.board.watch(id, signal);
  }
}
