import { dialog, type BrowserWindow } from 'electron';

/**
 * The page refuses to go while a tab has unsaved work. A browser asks then by itself; Electron would refuse in silence, and the
 * window could not be closed at all.
 */
export function askBeforeLeaving(window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const answer = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'There is work that is not saved to the database.',
      detail: 'Your text is kept and will be there when Rookery is opened again.',
      buttons: ['Stay', 'Leave'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    // Preventing the prevention lets the window go.
    if (answer === 1) event.preventDefault();
  });
}
