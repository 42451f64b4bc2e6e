/** Entry of the host process under Electron (a utility process). Only the main process sends it messages. */
import type { z } from 'zod';
import { servePort, toPortError } from '../../src/contract/index.ts';
import type { ConfirmationText } from './confirmation/confirmation-text.ts';
import { createHost, type Host } from './host.ts';
import { portChannel, type HostPort } from './port-channel.ts';
import { KeychainProtection } from './passwords/keychain-protection.ts';
import type { RecordingCounts } from './recorder/recorder.ts';
import {
  toHost,
  type FromHost,
  type KeychainAnswer,
  type KeychainRequest,
  type startHost,
} from './process-protocol.ts';

/** The used part of Electron's `process.parentPort`, declared here because the host does not import Electron. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown; ports: HostPort[] }) => void): unknown;
}

// Electron's types declare it as always present; it is undefined when this file is started directly.
const parent = process.parentPort as ParentPort | undefined;
if (!parent) throw new Error('Do not start this file directly. Rookery starts the host process.');

const tell = (message: FromHost): void => parent.postMessage(message);
const questions = new Map<number, (path: string | null) => void>();
const confirmations = new Map<number, (allowed: boolean) => void>();
const keychainRequests = new Map<number, (answer: KeychainAnswer) => void>();
let lastQuestion = 0;
let host: Promise<Host> | undefined;

function start(options: z.infer<typeof startHost>): Promise<Host> {
  return createHost({
    dataFolder: options.dataFolder,
    surface: 'electron',
    addonPath: options.addonPath,
    stackcapPath: options.stackcapPath,
    version: options.version,
    logLevel: options.debug ? 'debug' : 'info',
    chooseFile: ({ title, extensions, folder }) =>
      new Promise((resolve) => {
        const id = ++lastQuestion;
        questions.set(id, resolve);
        tell({ kind: 'choose', id, title, extensions, folder });
      }),
    exportWay: {
      kind: 'file',
      choose: ({ name, format }) =>
        new Promise((resolve) => {
          const id = ++lastQuestion;
          questions.set(id, resolve);
          tell({ kind: 'choose-target', id, name, format });
        }),
    },
    confirmation: { method: 'dialog', ask: askInDialog },
    passwordProtection: new KeychainProtection(askKeychain),
    onRecordings: tellRecordings,
  });
}

let told: RecordingCounts = { recording: 0, planned: 0 };
function tellRecordings(counts: RecordingCounts): void {
  if (counts.recording === told.recording && counts.planned === told.planned) return;
  told = counts;
  tell({ kind: 'recordings', ...counts });
}

/** The main process shows the dialog and responds with a `confirmed` message. */
function askInDialog({ summary, details, allow }: ConfirmationText, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const id = ++lastQuestion;
    const settle = (allowed: boolean): void => {
      confirmations.delete(id);
      signal.removeEventListener('abort', giveUp);
      resolve(allowed);
    };
    const giveUp = (): void => {
      tell({ kind: 'confirm-over', id });
      settle(false);
    };
    confirmations.set(id, settle);
    signal.addEventListener('abort', giveUp, { once: true });
    tell({ kind: 'confirm', id, text: { summary, details: [...details], allow } });
  });
}

function askKeychain(request: KeychainRequest): Promise<KeychainAnswer> {
  return new Promise((resolve) => {
    const id = ++lastQuestion;
    keychainRequests.set(id, resolve);
    tell({ kind: 'keychain', id, request });
  });
}

/** Logs the failure; the main process starts a new host process. */
async function collapse(cause: unknown): Promise<void> {
  try {
    const { log } = (await host) ?? {};
    log?.write('error', 'host-broke', { cause });
    await log?.flush();
  } finally {
    process.exit(1);
  }
}

async function stop(): Promise<void> {
  await (await host)?.close();
  process.exit(0);
}

function receive(data: unknown, ports: HostPort[]): void {
  const message = toHost.parse(data);
  switch (message.kind) {
    case 'start':
      host = start(message);
      host.then(
        () => tell({ kind: 'ready' }),
        (thrown: unknown) => {
          tell({ kind: 'failed', error: toPortError(thrown).toBody() });
          process.exit(1);
        },
      );
      return;
    case 'port': {
      const [port] = ports;
      if (port) void host?.then((made) => servePort(portChannel(port), made.handlersForWindow()));
      return;
    }
    case 'chosen':
      questions.get(message.id)?.(message.path);
      questions.delete(message.id);
      return;
    case 'confirmed':
      confirmations.get(message.id)?.(message.allowed);
      return;
    case 'keychain-answer':
      keychainRequests.get(message.id)?.(message.answer);
      keychainRequests.delete(message.id);
      return;
    case 'stop':
      void stop();
      return;
  }
}

process.on('uncaughtException', (cause) => void collapse(cause));
parent.on('message', ({ data, ports }) => receive(data, ports));
