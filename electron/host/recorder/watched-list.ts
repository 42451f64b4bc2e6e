/** What the host records and keeps, for pages that watch it. */
import type { RecordingsList } from '../../../src/contract/index.ts';
import type { RecordingsFolder } from '../recordings/recordings-folder.ts';
import type { Recorder } from './recorder.ts';

/** Files that another program brought are found after this time, while something is recorded. */
const LISTED_MS = 5_000;

export class WatchedList {
  private readonly recorder: Recorder;
  private readonly folder: RecordingsFolder;
  private listed: { readonly at: number; readonly stored: Promise<RecordingsList['stored']> } | undefined;

  constructor(recorder: Recorder, folder: RecordingsFolder) {
    this.recorder = recorder;
    this.folder = folder;
    folder.changes.listen(() => {
      this.listed = undefined;
      recorder.changes.changed();
    });
  }

  /** The list at once and on every change; a slow reader skips. */
  async *watch(signal: AbortSignal): AsyncGenerator<RecordingsList> {
    this.listed = undefined;
    const changes = this.recorder.changes.watch(signal, true);
    try {
      while ((await changes.next()).done !== true) yield this.list();
    } finally {
      await changes.return(undefined);
    }
  }

  private async list(): Promise<RecordingsList> {
    const stored = await this.stored();
    const { running, failed, ended, missed } = this.recorder;
    return { running, stored, failed: [...failed], ended: [...ended], missed: [...missed] };
  }

  private stored(): Promise<RecordingsList['stored']> {
    const { listed } = this;
    if (listed !== undefined && performance.now() - listed.at < LISTED_MS) return listed.stored;
    const stored = this.folder.list();
    this.listed = { at: performance.now(), stored };
    return stored;
  }
}
