/** The system menu: only the standard items. Rookery's own commands are in its command palette. */
import { app, Menu } from 'electron';

export function setMenu(): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
      {
        label: 'File',
        submenu: [process.platform === 'darwin' ? { role: 'close' } : { role: 'quit' }],
      },
      { role: 'editMenu' },
      {
        label: 'View',
        submenu: [
          // Without the usual shortcuts, which screens use (F5 runs a query).
          { role: 'reload', accelerator: 'CmdOrCtrl+Shift+R' },
          { role: 'toggleDevTools' },
          { type: 'separator' },
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { type: 'separator' },
          { role: 'togglefullscreen' },
        ],
      },
      { role: 'windowMenu' },
      { role: 'help', submenu: [{ label: `Rookery ${app.getVersion()}`, enabled: false }] },
    ]),
  );
}
