/** Says what closing does to recordings, before a window or the program is closed. */
import { app, BrowserWindow, dialog } from 'electron';
import type { RecordingCounts } from '../host/recorder/recorder.ts';
import { closingText } from '../host/recorder/closing-text.ts';

export class RecordingsGuard {
  private counts: RecordingCounts = { recording: 0, planned: 0 };
  /** The user closes the program anyway. */
  private agreed = false;

  constructor() {
    app.on('before-quit', (event) => {
      const [window] = BrowserWindow.getAllWindows();
      // The last window was the question, except on macOS, where the program outlives it.
      const may = window ? this.mayClose(window) : process.platform !== 'darwin' || this.mayClose(null);
      if (!may) event.preventDefault();
    });
  }

  /** What the host records; nothing while there is no host. */
  set(counts: RecordingCounts): void {
    this.counts = counts;
  }

  watch(window: BrowserWindow): void {
    window.on('close', (event) => {
      if (process.platform !== 'darwin' && !this.mayClose(window)) event.preventDefault();
    });
    // The user can stay for unsaved work.
    window.webContents.on('will-prevent-unload', () => {
      this.agreed = false;
    });
  }

  private mayClose(window: Electron.BrowserWindow | null): boolean {
    const text = closingText(this.counts);
    if (text === null || this.agreed) return true;
    const options = {
      ...{ type: 'question' as const, ...text },
      ...{ buttons: ['Stay', 'Close Rookery'], defaultId: 0, cancelId: 0, noLink: true },
    };
    const answer = window ? dialog.showMessageBoxSync(window, options) : dialog.showMessageBoxSync(options);
    this.agreed = answer === 1;
    return this.agreed;
  }
}
