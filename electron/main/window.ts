/** The window. */
import { join } from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { BackOff } from './back-off.ts';
import { APP_ORIGIN } from './own-address.ts';
import type { RecordingsGuard } from './recordings-guard.ts';
import { askBeforeLeaving } from './unsaved-work.ts';
import { openWindowState, placeOn } from './window-state.ts';

export interface WindowOptions {
  readonly dataFolder: string;
  /** The folder of the bundles. */
  readonly bundles: string;
  readonly recordings: RecordingsGuard;
  readonly onProblem: (doing: string, cause: unknown) => void;
}

export async function openWindow({
  dataFolder,
  bundles,
  recordings,
  onProblem,
}: WindowOptions): Promise<BrowserWindow> {
  const stored = await openWindowState(dataFolder);
  const { x, y, width, height, maximised } = placeOn(
    stored.value,
    screen.getAllDisplays().map(({ workArea }) => workArea),
  );
  const window = new BrowserWindow({
    width,
    height,
    ...(x === undefined || y === undefined ? {} : { x, y }),
    minWidth: 640,
    minHeight: 420,
    show: false,
    // Shown before the first paint while the page loads.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0f1318' : '#f7f8fa',
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(bundles, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      spellcheck: false,
    },
  });
  if (maximised) window.maximize();

  let settling: NodeJS.Timeout | undefined;
  const remember = (): void => {
    if (settling) clearTimeout(settling);
    settling = setTimeout(() => {
      if (window.isDestroyed()) return;
      stored
        .save({ ...window.getNormalBounds(), maximised: window.isMaximized() })
        .catch((cause: unknown) => onProblem('save the window position', cause));
    }, 400);
  };
  window.on('resize', remember).on('move', remember).on('maximize', remember).on('unmaximize', remember);

  const backOff = new BackOff();
  let shownAt = performance.now();
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    onProblem('draw the window', `${reason} (${exitCode})`);
    // Typed text is in the saved workspace; a window that keeps crashing is reloaded with a delay.
    setTimeout(
      () => {
        shownAt = performance.now();
        if (!window.isDestroyed()) window.webContents.reload();
      },
      backOff.nextDelay(performance.now() - shownAt),
    );
  });

  askBeforeLeaving(window);
  recordings.watch(window);
  window.once('ready-to-show', () => window.show());
  await window.loadURL(`${APP_ORIGIN}/`);
  return window;
}
