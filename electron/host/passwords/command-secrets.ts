/** What the commands of certificates print, kept in memory for a while. */
import type { SecretCommand } from '../../../src/contract/index.ts';
import { runSecretCommand } from './run-secret-command.ts';

/** A vault can rotate a secret: later requests start the program again. */
const KEPT_MS = 15 * 60_000;
/** After a failure, requests that follow at once do not start the program again. */
const FAILURE_KEPT_MS = 5000;

interface Printed {
  readonly text: Promise<string>;
  /** Undefined while the program runs. */
  until: number | undefined;
}

export interface CommandSecretsOptions {
  readonly run?: (command: SecretCommand, signal: AbortSignal) => Promise<string>;
  readonly now?: () => number;
  /** A program ended: what is known about its certificate changed. */
  readonly onEnd?: () => void;
}

export class CommandSecrets {
  private readonly printed = new Map<string, Printed>();
  private readonly closing = new AbortController();
  private readonly run: (command: SecretCommand, signal: AbortSignal) => Promise<string>;
  private readonly now: () => number;
  private readonly onEnd: () => void;

  constructor({
    run = (command, signal) => runSecretCommand(command, signal),
    now = () => Date.now(),
    onEnd = () => undefined,
  }: CommandSecretsOptions = {}) {
    this.run = run;
    this.now = now;
    this.onEnd = onEnd;
  }

  /** Starts the program unless its output is known. Requests at the same time share one run. */
  read(command: SecretCommand): Promise<string> {
    const key = keyOf(command);
    const known = this.current(key);
    if (known !== undefined) return known.text;
    const text = this.run(command, this.closing.signal);
    const entry: Printed = { text, until: undefined };
    this.printed.set(key, entry);
    const keep = (ms: number): void => {
      entry.until = this.now() + ms;
      // A secret that nobody reads again does not stay.
      setTimeout(() => {
        if (this.printed.get(key) === entry) this.printed.delete(key);
      }, ms).unref();
      this.onEnd();
    };
    text.then(
      () => keep(KEPT_MS),
      () => keep(FAILURE_KEPT_MS),
    );
    return text;
  }

  /** The output of an earlier run. Starts no program and waits for none. */
  find(command: SecretCommand): Promise<string> | undefined {
    const entry = this.current(keyOf(command));
    return entry?.until === undefined ? undefined : entry.text;
  }

  /** The next use starts the program again. */
  forget(command: SecretCommand): void {
    this.printed.delete(keyOf(command));
  }

  /** Ends running programs. */
  close(): void {
    this.closing.abort();
    this.printed.clear();
  }

  private current(key: string): Printed | undefined {
    const entry = this.printed.get(key);
    return entry?.until === undefined || entry.until > this.now() ? entry : undefined;
  }
}

const keyOf = (command: SecretCommand): string => JSON.stringify(command);
