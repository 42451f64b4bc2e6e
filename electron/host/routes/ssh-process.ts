/** One run of the system's `ssh`: its end, and what it printed as errors. */
import { spawn, type ChildProcess } from 'node:child_process';
import { isErrno } from '../errno.ts';

const MAX_TEXT = 8000;

export interface SshEnd {
  /** The program was not found, or could not be started. */
  readonly notStarted: boolean;
  /** The last lines of its error output. */
  readonly text: string;
}

export class SshProcess {
  readonly ended: Promise<SshEnd>;
  private readonly child: ChildProcess;
  private printed = '';
  private characters = 0;
  private readonly onExit = (): void => this.kill();

  /** `extra` is added to the few variables that ssh needs. */
  constructor(args: readonly string[], extra: Readonly<Record<string, string>>) {
    const { PATH, HOME, SystemRoot } = process.env;
    this.child = spawn('ssh', args, {
      // A session of its own: without a terminal ssh cannot prompt there.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
      env: { ...defined({ PATH, HOME, SystemRoot }), LC_ALL: 'C', ...extra },
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.printed = (this.printed + text).slice(-MAX_TEXT);
      this.characters += text.length;
    });
    process.once('exit', this.onExit);
    this.ended = new Promise((resolve) => {
      this.child.once('error', (cause) =>
        resolve({ notStarted: true, text: isErrno(cause) ? String(cause.code) : cause.message }),
      );
      this.child.once('close', () => resolve({ notStarted: false, text: this.printed }));
    });
    void this.ended.then(() => process.off('exit', this.onExit));
  }

  /** How many characters it has printed. */
  get length(): number {
    return this.characters;
  }

  /** What it printed after its first `length` characters, as far as it is kept. */
  textSince(length: number): string {
    return this.printed.slice(Math.max(0, this.printed.length - (this.characters - length)));
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

function defined(variables: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
