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

export class CommandSecrets {
  private readonly printed = new Map<string, Printed>();
  private readonly run: (command: SecretCommand) => Promise<string>;
  private readonly now: () => number;

  constructor(run = (command: SecretCommand) => runSecretCommand(command), now = () => Date.now()) {
    this.run = run;
    this.now = now;
  }

  /** Starts the program unless its output is known. Requests at the same time share one run. */
  read(command: SecretCommand): Promise<string> {
    const known = this.find(command);
    if (known !== undefined) return known;
    const text = this.run(command);
    const entry: Printed = { text, until: undefined };
    this.printed.set(keyOf(command), entry);
    text.then(
      () => (entry.until = this.now() + KEPT_MS),
      () => (entry.until = this.now() + FAILURE_KEPT_MS),
    );
    return text;
  }

  /** The output of an earlier run. Starts no program. */
  find(command: SecretCommand): Promise<string> | undefined {
    const entry = this.printed.get(keyOf(command));
    if (entry === undefined) return undefined;
    if (entry.until === undefined || entry.until > this.now()) return entry.text;
    this.printed.delete(keyOf(command));
    return undefined;
  }
}

const keyOf = (command: SecretCommand): string => JSON.stringify(command);
