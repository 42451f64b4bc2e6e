/** The lifecycle of the host as a utility process: started, restarted with back-off, asked for ports. */
import { utilityProcess, type MessagePortMain, type UtilityProcess } from 'electron';
import type { ConfirmationText } from '../host/confirmation/confirmation-text.ts';
import {
  fromHost,
  type FromHost,
  type KeychainAnswer,
  type KeychainRequest,
  type ToHost,
} from '../host/process-protocol.ts';
import type { RecordingCounts } from '../host/recorder/recorder.ts';
import { BackOff } from './back-off.ts';

export interface HostProcessOptions {
  /** The bundle `host.cjs`. */
  readonly entry: string;
  readonly start: Omit<Extract<ToHost, { kind: 'start' }>, 'kind'>;
  readonly chooseFile: (question: Extract<FromHost, { kind: 'choose' }>) => Promise<string | null>;
  /** Shows the save dialog; resolves to null when the user closes it. */
  readonly chooseTarget: (question: Extract<FromHost, { kind: 'choose-target' }>) => Promise<string | null>;
  /** Resolves to whether the user allowed it; the dialog closes with the signal. */
  readonly confirm: (text: ConfirmationText, signal: AbortSignal) => Promise<boolean>;
  /** Never rejects: a failure is an answer. */
  readonly keychain: (request: KeychainRequest) => Promise<KeychainAnswer>;
  /** What is recorded or planned has changed; nothing after an exit. */
  readonly onRecordings: (counts: RecordingCounts) => void;
  /** It exited unexpectedly. Windows are notified; their ports are closed. */
  readonly onGone: (message: string) => void;
  readonly onProblem: (doing: string, cause: unknown) => void;
}

const STOP_MS = 8000;

export class HostProcess {
  private readonly options: HostProcessOptions;
  private readonly backOff = new BackOff();
  private child: UtilityProcess | undefined;
  /** Resolves when the current process accepts ports. */
  private ready: Promise<UtilityProcess>;
  private stopping = false;
  /** The open dialogs. */
  private readonly dialogs = new Map<number, AbortController>();

  constructor(options: HostProcessOptions) {
    this.options = options;
    this.ready = this.begin(0);
  }

  /** Transfers a window's port, to the next process if this one has just exited. */
  async give(port: MessagePortMain): Promise<void> {
    (await this.ready).postMessage({ kind: 'port' } satisfies ToHost, [port]);
  }

  /** Lets the sandbox close its files; after a timeout the process is killed. */
  async stop(): Promise<void> {
    this.stopping = true;
    const { child } = this;
    if (!child) return;
    await new Promise<void>((resolve) => {
      const killer = setTimeout(() => child.kill(), STOP_MS);
      child.once('exit', () => {
        clearTimeout(killer);
        resolve();
      });
      child.postMessage({ kind: 'stop' } satisfies ToHost);
    });
  }

  private begin(delay: number): Promise<UtilityProcess> {
    const ready = this.launch(delay);
    // Pending port requests report the failure; the process is restarted.
    ready.catch(() => undefined);
    return ready;
  }

  private async launch(delay: number): Promise<UtilityProcess> {
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (this.stopping) throw new Error('Rookery is closing.');
    const started = performance.now();
    const child = utilityProcess.fork(this.options.entry, [], {
      serviceName: 'Rookery host',
      stdio: 'inherit',
    });
    this.child = child;
    return new Promise((resolve, reject) => {
      let failure = '';
      child.on('message', (data: unknown) => {
        const message = fromHost.parse(data);
        if (message.kind === 'ready') resolve(child);
        else if (message.kind === 'failed') failure = message.error.message;
        else if (message.kind === 'choose')
          this.answerWithPath(child, message.id, this.options.chooseFile(message));
        else if (message.kind === 'choose-target')
          this.answerWithPath(child, message.id, this.options.chooseTarget(message));
        else if (message.kind === 'confirm') this.confirm(child, message);
        else if (message.kind === 'confirm-over') this.dialogs.get(message.id)?.abort();
        else if (message.kind === 'recordings') this.options.onRecordings(message);
        else this.answerFromKeychain(child, message);
      });
      child.once('exit', (code) => {
        this.child = undefined;
        this.options.onRecordings({ recording: 0, planned: 0 });
        for (const dialog of this.dialogs.values()) dialog.abort();
        const message =
          failure === '' ? `Rookery's host process exited unexpectedly (${code}) and is restarted.` : failure;
        reject(new Error(message));
        this.restart(performance.now() - started, message);
      });
      child.postMessage({ kind: 'start', ...this.options.start } satisfies ToHost);
    });
  }

  private restart(ranMs: number, message: string): void {
    if (this.stopping) return;
    this.options.onProblem('run the host process', message);
    this.ready = this.begin(this.backOff.nextDelay(ranMs));
    this.options.onGone(message);
  }

  private answerWithPath(child: UtilityProcess, id: number, answer: Promise<string | null>): void {
    answer
      .catch((cause: unknown) => {
        this.options.onProblem('show a file dialog', cause);
        return null;
      })
      .then((path) => child.postMessage({ kind: 'chosen', id, path } satisfies ToHost))
      .catch((cause: unknown) => this.options.onProblem('pass the chosen file on to the host', cause));
  }

  private answerFromKeychain(
    child: UtilityProcess,
    { id, request }: Extract<FromHost, { kind: 'keychain' }>,
  ): void {
    this.options
      .keychain(request)
      .then((answer) => child.postMessage({ kind: 'keychain-answer', id, answer } satisfies ToHost))
      .catch((cause: unknown) =>
        this.options.onProblem('pass the answer of the keychain on to the host', cause),
      );
  }

  private confirm(child: UtilityProcess, { id, text }: Extract<FromHost, { kind: 'confirm' }>): void {
    const dialog = new AbortController();
    this.dialogs.set(id, dialog);
    this.options
      .confirm(text, dialog.signal)
      .catch((cause: unknown) => {
        this.options.onProblem('show a confirmation', cause);
        return false;
      })
      .then((allowed) => {
        this.dialogs.delete(id);
        // A dialog closed by the signal has no answer.
        child.postMessage({
          kind: 'confirmed',
          id,
          allowed: allowed && !dialog.signal.aborted,
        } satisfies ToHost);
      })
      .catch((cause: unknown) => this.options.onProblem('pass the confirmation on to the host', cause));
  }
}
