import { dialog, type BrowserWindow } from 'electron';

/**
 * The page prevents unloading while a tab has unsaved changes. A browser shows a prompt by itself; Electron would
 * refuse silently, and the window could not be closed.
 */
export function askBeforeLeaving(window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const answer = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'Some changes are not saved to the database.',
      detail: 'Your text is kept and restored at the next start.',
      buttons: ['Stay', 'Leave'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    // Preventing the prevention allows the window to close.
    if (answer === 1) event.preventDefault();
  });
}
