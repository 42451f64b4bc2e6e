/** Creates the host: stores, transports, policy and log, as the handlers of the port. */
import { join } from 'node:path';
import {
  MAX_SAVED_QUERY_CHARACTERS,
  MAX_SNIPPET_CHARACTERS,
  type PortHandlers,
} from '../../src/contract/index.ts';
import { applicationPortCalls } from './calls/application-port-call.ts';
import { appCalls } from './calls/app-calls.ts';
import { compressionCall } from './calls/compression-call.ts';
import { confirmationCalls } from './calls/confirmation-calls.ts';
import { connectionCalls } from './calls/connection-calls.ts';
import { connectionStateCalls } from './calls/connection-state-calls.ts';
import { ConnectionList } from './calls/connection-list.ts';
import { diskCheckCalls } from './calls/disk-check-call.ts';
import { documentsImportCall } from './calls/documents-import-call.ts';
import { copyCalls } from './calls/copy-calls.ts';
import { dumpCalls } from './calls/dump-calls.ts';
import { exportCalls } from './calls/export-calls.ts';
import { queryCheckCall } from './calls/query-check-call.ts';
import { keyCalls } from './calls/key-calls.ts';
import { recorderCalls } from './calls/recorder-calls.ts';
import { recordingCalls } from './calls/recording-calls.ts';
import { RecordingSaves } from './calls/recording-saves.ts';
import { requestCalls } from './calls/request-calls.ts';
import { routeCalls } from './calls/route-calls.ts';
import { savedQueryCalls, snippetCalls } from './calls/text-file-calls.ts';
import { CodePauses, twoFactorCalls } from './calls/two-factor-calls.ts';
import { updateCalls } from './calls/update-calls.ts';
import { KeyFolder } from './certificate-requests/key-folder.ts';
import { Confirmations } from './confirmation/confirmations.ts';
import { KnownFiles } from './confirmation/known-files.ts';
import { SeenCertificates } from './confirmation/seen-certificates.ts';
import { checkConnection } from './connection-states/check-connection.ts';
import { ConnectionChecker } from './connection-states/connection-checker.ts';
import { CopyStore } from './copies/copy-store.ts';
import type { HostOptions } from './host-options.ts';
import { DiskChecks } from './disk-check/disk-checks.ts';
import { WindowExports } from './export/window-exports.ts';
import { ReadFailover } from './failover/read-failover.ts';
import { LogFile, type Log } from './log/log-file.ts';
import { CertificateSecrets } from './passwords/certificate-secrets.ts';
import { CommandSecrets } from './passwords/command-secrets.ts';
import { noProtection } from './passwords/password-protection.ts';
import { SavedPasswords } from './passwords/saved-passwords.ts';
import { PlannedRecordings } from './recorder/planned-recordings.ts';
import { Recorder } from './recorder/recorder.ts';
import { WatchedList } from './recorder/watched-list.ts';
import { RecordingsFolder } from './recordings/recordings-folder.ts';
import { TemporaryFiles } from './recordings/temporary-files.ts';
import { ConnectionStore } from './stored/connection-store.ts';
import type { Notice } from './stored/json-file.ts';
import { TextFiles } from './stored/text-files.ts';
import { openSettings, openWorkspace } from './stored/view-stores.ts';
import { loadAddon } from './transport/addon-binding.ts';
import { TransportPool } from './transport/transport-pool.ts';
import { configuredFeed } from './updates/configured-feed.ts';
import { openUpdateFile, UpdateCheck } from './updates/update-check.ts';

export type { HostOptions };

export interface Host {
  /** The handlers of one window: its questions are shown one at a time, only in that window. */
  handlersForWindow(): PortHandlers;
  readonly log: Log;
  /** Closes the sandbox and cancels running operations. */
  close(): Promise<void>;
}

export async function createHost(options: HostOptions): Promise<Host> {
  const { dataFolder } = options;
  const notices: Notice[] = [];
  const log = new LogFile({
    path: join(dataFolder, 'logs', 'rookery.log'),
    level: options.logLevel ?? 'info',
    onBroken: (cause) =>
      notices.push({
        code: 'log-broken',
        message: `The log in ${dataFolder} cannot be written. Rookery continues without a log.`,
        detail: String(cause),
      }),
  });

  const protection = options.passwordProtection ?? noProtection('This program cannot save passwords.');
  const [stored, passwords, settings, workspace, updateFile, planned] = await Promise.all([
    ConnectionStore.open(dataFolder),
    SavedPasswords.open(dataFolder, protection),
    openSettings(dataFolder),
    openWorkspace(dataFolder),
    openUpdateFile(dataFolder),
    PlannedRecordings.open(dataFolder),
  ]);
  notices.push(...stored.notices, ...passwords.notices, ...settings.notices, ...workspace.notices);
  notices.push(...updateFile.notices, ...planned.notices);
  notices.push(...(await passwords.passwords.check()));
  for (const notice of notices) log.write('warn', notice.code, { ...notice });

  const list = new ConnectionList();
  const commands = new CommandSecrets({ onEnd: () => list.changed() });
  const secrets = new CertificateSecrets(passwords.passwords, commands);
  const transports = new TransportPool({
    dataFolder,
    addonPath: options.addonPath,
    stackcapPath: options.stackcapPath,
    secretsOf: (id, certificate) => secrets.of(id, certificate),
    routePasswordOf: (id, route) => secrets.ofRoute(id, route),
    onTwoFactor: () => list.changed(),
    onProblem: (id, problem) => {
      if (problem !== undefined) log.write('error', 'connection-problem', { connection: id, problem });
      list.setProblem(id, problem);
    },
  });
  const failover = new ReadFailover(transports);
  const { store } = stored;
  const checker = new ConnectionChecker({
    list: () => store.list(),
    check: (connection, signal) => checkConnection(connection, { secrets }, signal),
  });
  list.listen(() => checker.connectionsChanged());
  const pauses = new CodePauses();
  const knownFiles = new KnownFiles();
  const seenCertificates = new SeenCertificates();
  const savedQueries = new TextFiles({
    root: join(dataFolder, 'queries'),
    endings: ['.rql'],
    maxBytes: MAX_SAVED_QUERY_CHARACTERS,
    ...{ one: 'query', many: 'saved queries' },
  });
  const snippets = new TextFiles({
    root: join(dataFolder, 'snippets'),
    endings: ['.js', '.rql'],
    maxBytes: MAX_SNIPPET_CHARACTERS,
    ...{ one: 'snippet', many: 'snippets' },
  });
  const diskChecks = new DiskChecks(options.addonPath);
  const addon = () => loadAddon(options.addonPath);
  const folder = new RecordingsFolder(dataFolder, async (path) => addon().describeRecording(path));
  const temporary = new TemporaryFiles(dataFolder);
  const recorder = new Recorder({
    ...{ store, transports, folder, addon, log },
    plans: planned.plans,
    version: options.version,
  });
  list.listen(() => recorder.connectionsChanged());
  recorder.changes.listen(() => options.onRecordings?.(recorder.counts));
  await recorder.resume();
  const recordingsList = new WatchedList(recorder, folder);
  const keyFolder = new KeyFolder(dataFolder);
  const copyStore = new CopyStore(dataFolder);
  const updates = new UpdateCheck({
    file: updateFile.file,
    feed: options.updateFeed ?? configuredFeed(),
    version: options.version,
    log,
  });
  const confirmations = new Confirmations(options.confirmation, log);
  log.write('info', 'host-started', { surface: options.surface, version: options.version, pid: process.pid });

  return {
    log,
    handlersForWindow() {
      const own = confirmations.forWindow();
      const connections = connectionCalls(
        { store, list, secrets, transports, knownFiles, seenCertificates, log },
        own,
      );
      const states = connectionStateCalls(checker);
      const requests = requestCalls({ store, transports, failover, log }, own);
      const exporting = new WindowExports(options.exportWay);
      const exports = exportCalls({ store, transports, log, exporting }, own);
      const dumps = dumpCalls({ store, transports, log, way: options.exportWay }, own);
      const copies = copyCalls({ store, transports, copies: copyStore, log }, own);
      const twoFactor = twoFactorCalls({ store, transports, pauses, log }, own);
      const disks = diskCheckCalls(diskChecks, { dataFolder, knownFiles, confirmations: own }, log);
      const saves = new RecordingSaves(exporting, folder, temporary);
      const recordings = recordingCalls({ addonPath: options.addonPath, folder, saves, log });
      const recorders = recorderCalls({ recorder, folder, list: recordingsList, saves, log });
      const answers = confirmationCalls(own);
      return {
        calls: {
          ...appCalls({
            options,
            notices,
            settings: settings.file,
            workspace: workspace.file,
            knownFiles,
          }),
          ...applicationPortCalls({ store, transports, log }, own),
          ...updateCalls(updates),
          ...connections.calls,
          ...states.calls,
          ...routeCalls({ store, secrets, transports, list, log }),
          ...requests.calls,
          ...exports.calls,
          ...dumps.calls,
          ...documentsImportCall(store, own),
          ...copies.calls,
          ...savedQueryCalls(savedQueries),
          ...snippetCalls(snippets),
          ...queryCheckCall(options.addonPath),
          ...compressionCall(),
          ...disks.calls,
          ...recordings.calls,
          ...recorders.calls,
          ...keyCalls(keyFolder, log),
          ...twoFactor.calls,
          ...answers.calls,
        },
        streams: {
          ...connections.streams,
          ...states.streams,
          ...requests.streams,
          ...exports.streams,
          ...dumps.streams,
          ...copies.streams,
          ...disks.streams,
          ...recordings.streams,
          ...recorders.streams,
          ...answers.streams,
        },
      };
    },
    async close() {
      checker.close();
      // Its files are completed while their servers can still be read.
      await recorder.close();
      secrets.close();
      await diskChecks.close();
      await transports.close();
      log.write('info', 'host-stopped');
      await log.flush();
    },
  };
}
