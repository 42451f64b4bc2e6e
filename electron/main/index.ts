/** Entry of the main process: see README.md. */
import { join, resolve } from 'node:path';
import { app, BrowserWindow, dialog, safeStorage, session } from 'electron';
import { LogFile } from '../host/log/log-file.ts';
import type { FileFormat } from '../host/export/export-way.ts';
import { filterEnding, formatNames } from '../host/export/file-name.ts';
import { nativeFiles } from '../host/native-files.ts';
import { registerAppScheme, serveAppScheme } from './app-scheme.ts';
import { receiveSystemLinks } from './app-links.ts';
import { answerBridge, tellWindows } from './bridge.ts';
import { readCommandLine, userArguments } from './command-line.ts';
import { confirmInDialog } from './confirm-dialog.ts';
import { HostProcess } from './host-process.ts';
import { askKeychain } from './keychain.ts';
import { lockEveryContents, lockSession } from './lockdown.ts';
import { setMenu } from './menu.ts';
import { OpenRequests } from './open-requests.ts';
import { RecordingsGuard } from './recordings-guard.ts';
import { serveWithoutWindow } from './serve-mode.ts';
import { openWindow } from './window.ts';

const { dataFolder: given, command } = readCommandLine(
  userArguments(process.argv, process.defaultApp),
  process.cwd(),
);
app.setName('rookery');
// All files of this run are in one folder, including Chromium's, and with it the single-instance lock.
if (given !== undefined) app.setPath('userData', given);
const dataFolder = app.getPath('userData');
const dist = resolve(__dirname, '..');

const log = new LogFile({
  path: join(dataFolder, 'logs', 'main.log'),
  onBroken: (cause) => process.stderr.write(`The log cannot be written: ${String(cause)}\n`),
});
const onProblem = (doing: string, cause: unknown): void =>
  log.write('error', 'main-problem', { doing, cause });

const openRequests = new OpenRequests();
receiveSystemLinks((link) => {
  openRequests.add({ kind: 'open-link', link });
  // Before a page listens, they wait for its port.
  if (BrowserWindow.getAllWindows().length > 0)
    for (const request of openRequests.take()) tellWindows(request);
});

async function start(): Promise<void> {
  await app.whenReady();
  lockEveryContents();
  lockSession(session.defaultSession);
  serveAppScheme(session.defaultSession, join(dist, 'renderer'), openRequests, (cause) =>
    onProblem('read the window', cause),
  );
  setMenu();
  const recordings = new RecordingsGuard();
  const host = new HostProcess({
    entry: join(__dirname, 'host.cjs'),
    start: {
      dataFolder,
      ...nativeFiles(dist, process.env),
      version: app.getVersion(),
      debug: process.env.ROOKERY_LOG === 'debug',
    },
    chooseFile,
    chooseTarget,
    confirm: confirmInDialog,
    keychain: (request) => askKeychain(safeStorage, process.platform, request),
    onRecordings: (counts) => recordings.set(counts),
    onGone: (message) => tellWindows({ rookery: 'host-gone', message }),
    onProblem,
  });
  answerBridge(host, openRequests, onProblem);
  stopWithHost(host);

  const open = (): Promise<BrowserWindow> =>
    openWindow({ dataFolder, bundles: __dirname, recordings, onProblem });
  app.on('second-instance', (_event, _arguments, _folder, message) => {
    openRequests.addFromOtherRun(message, onProblem);
    for (const request of openRequests.take()) tellWindows(request);
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0)
      open().catch((cause: unknown) => onProblem('open the window', cause));
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  await open();
}

async function chooseFile({
  title,
  extensions,
  folder,
}: {
  title: string;
  extensions?: string[] | undefined;
  folder?: true | undefined;
}) {
  const options: Electron.OpenDialogOptions = {
    title,
    properties: [folder ? 'openDirectory' : 'openFile'],
    filters: extensions
      ? [
          { name: extensions.map((each) => `.${each}`).join(', '), extensions },
          { name: 'All files', extensions: ['*'] },
        ]
      : [],
  };
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  const { filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  return filePaths[0] ?? null;
}

/** The only way to the name of a file that an export writes. The dialog asks before it replaces one. */
async function chooseTarget({ name, format }: { name: string; format: FileFormat }) {
  const options: Electron.SaveDialogOptions = {
    title: 'Export',
    defaultPath: join(app.getPath('downloads'), name),
    filters: [
      { name: formatNames[format], extensions: [filterEnding(format)] },
      { name: 'All files', extensions: ['*'] },
    ],
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  };
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options));
  return canceled || filePath === '' ? null : filePath;
}

/** Delays quitting until the host has closed the sandbox's files. */
function stopWithHost(host: HostProcess): void {
  let stopped = false;
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    void host
      .stop()
      .then(() => log.flush())
      .finally(() => {
        stopped = true;
        app.quit();
      });
  });
}

if (command.kind === 'wrong') {
  process.stderr.write(`Rookery: ${command.reason}\n`);
  process.exit(2);
} else if (command.kind === 'serve') {
  serveWithoutWindow(command.args, join(__dirname, 'serve.cjs'));
} else {
  registerAppScheme();
  // A run that is already open receives the command.
  if (app.requestSingleInstanceLock({ command })) {
    openRequests.add(command);
    start().catch((cause: unknown) => {
      onProblem('start', cause);
      dialog.showErrorBox('Rookery could not start', cause instanceof Error ? cause.message : String(cause));
      app.exit(1);
    });
  } else {
    process.stderr.write(`Rookery is already open on ${dataFolder}; its window is shown.\n`);
    app.quit();
  }
}
