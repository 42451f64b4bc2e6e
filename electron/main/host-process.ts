/** The host's life as a utility process: started, started again with back-off when it ends, asked for ports. */
import { utilityProcess, type MessagePortMain, type UtilityProcess } from 'electron';
import type { ConfirmationText } from '../host/confirmation/confirmation-text.ts';
import { fromHost, type FromHost, type ToHost } from '../host/process-protocol.ts';
import { BackOff } from './back-off.ts';

export interface HostProcessOptions {
  /** The bundle `host.cjs`. */
  readonly entry: string;
  readonly start: Omit<Extract<ToHost, { kind: 'start' }>, 'kind'>;
  readonly chooseFile: (question: Extract<FromHost, { kind: 'choose' }>) => Promise<string | null>;
  /** Resolves to whether a person allowed it; the dialog closes with the signal. */
  readonly confirm: (text: ConfirmationText, signal: AbortSignal) => Promise<boolean>;
  /** It ended without being asked to. Windows are told; their ports are dead. */
  readonly onGone: (message: string) => void;
  readonly onProblem: (doing: string, cause: unknown) => void;
}

const STOP_MS = 8000;

export class HostProcess {
  private readonly options: HostProcessOptions;
  private readonly backOff = new BackOff();
  private child: UtilityProcess | undefined;
  /** Resolves when the present process can take ports. */
  private ready: Promise<UtilityProcess>;
  private stopping = false;
  /** The dialogs that are open now. */
  private readonly dialogs = new Map<number, AbortController>();

  constructor(options: HostProcessOptions) {
    this.options = options;
    this.ready = this.begin(0);
  }

  /** Hands a window's port over, to the next process if this one has just ended. */
  async give(port: MessagePortMain): Promise<void> {
    (await this.ready).postMessage({ kind: 'port' } satisfies ToHost, [port]);
  }

  /** Lets the sandbox close its files; after a while the process is ended all the same. */
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
    // Whoever waits for a port hears of a failure there; the restart after it is on its way.
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
        else if (message.kind === 'choose') this.choose(child, message);
        else if (message.kind === 'confirm') this.confirm(child, message);
        else this.dialogs.get(message.id)?.abort();
      });
      child.once('exit', (code) => {
        this.child = undefined;
        for (const dialog of this.dialogs.values()) dialog.abort();
        const message =
          failure === ''
            ? `Rookery's host process ended unexpectedly (${code}). It is being started again.`
            : failure;
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

  private choose(child: UtilityProcess, question: Extract<FromHost, { kind: 'choose' }>): void {
    this.options
      .chooseFile(question)
      .catch((cause: unknown) => {
        this.options.onProblem('show the file chooser', cause);
        return null;
      })
      .then((path) => child.postMessage({ kind: 'chosen', id: question.id, path } satisfies ToHost))
      .catch((cause: unknown) => this.options.onProblem('pass the chosen file on to the host', cause));
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
        // A dialog that was closed by the signal has no answer to give.
        child.postMessage({
          kind: 'confirmed',
          id,
          allowed: allowed && !dialog.signal.aborted,
        } satisfies ToHost);
      })
      .catch((cause: unknown) => this.options.onProblem('pass the confirmation on to the host', cause));
  }
}
