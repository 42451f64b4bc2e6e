/** The confirmation that no page can give: a system message box, drawn and answered outside of web contents. */
import { BrowserWindow, dialog } from 'electron';
import type { ConfirmationText } from '../host/confirmation/confirmation-text.ts';

const CANCEL = 0;
const ALLOW = 1;

/**
 * Resolves to false for Cancel, Escape, Enter (Cancel is the default button) and for a signal that closes the box.
 */
export async function confirmInDialog(text: ConfirmationText, signal: AbortSignal): Promise<boolean> {
  const options: Electron.MessageBoxOptions = {
    type: 'warning',
    title: 'Rookery',
    message: `${text.summary}?`,
    detail: [...text.details, 'Choose Cancel if you did not start this.'].join('\n'),
    buttons: ['Cancel', text.allow],
    defaultId: CANCEL,
    cancelId: CANCEL,
    noLink: true,
    normalizeAccessKeys: false,
    signal,
  };
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options));
  return response === ALLOW;
}
