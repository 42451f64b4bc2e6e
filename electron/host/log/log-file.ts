/** The log: one JSON object per line, without secrets, in a file that is rotated when full. */
import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { redact } from './redaction.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface Log {
  write(level: LogLevel, event: string, members?: Readonly<Record<string, unknown>>): void;
  /** Resolves when everything written so far is in the file. */
  flush(): Promise<void>;
}

export interface LogFileOptions {
  readonly path: string;
  readonly maxBytes?: number;
  /** Number of older files; `rookery.log.1` is the newest of them. */
  readonly keep?: number;
  readonly level?: LogLevel;
  /** Called once when the log cannot be written; the program continues. */
  readonly onBroken: (cause: unknown) => void;
}

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

export class LogFile implements Log {
  private readonly options: LogFileOptions;
  private lines: string[] = [];
  private work: Promise<void> = Promise.resolve();
  private size: number | undefined;
  private broken = false;

  constructor(options: LogFileOptions) {
    this.options = options;
  }

  write(level: LogLevel, event: string, members: Readonly<Record<string, unknown>> = {}): void {
    if (this.broken || order.indexOf(level) < order.indexOf(this.options.level ?? 'info')) return;
    const line = { time: new Date().toISOString(), level, event, ...asRecord(redact(members)) };
    this.lines.push(JSON.stringify(line) + '\n');
    if (this.lines.length === 1) this.work = this.work.then(() => this.writeOut());
  }

  flush(): Promise<void> {
    return this.work;
  }

  private async writeOut(): Promise<void> {
    const text = this.lines.splice(0).join('');
    const { path, maxBytes = 4 * 1024 * 1024 } = this.options;
    try {
      if (this.size === undefined) {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        this.size = await sizeOf(path);
      }
      const bytes = Buffer.byteLength(text);
      if (this.size > 0 && this.size + bytes > maxBytes) {
        await this.rotate();
        this.size = 0;
      }
      await appendFile(path, text, { mode: 0o600 });
      this.size += bytes;
    } catch (cause) {
      this.broken = true;
      this.options.onBroken(cause);
    }
  }

  private async rotate(): Promise<void> {
    const { path, keep = 3 } = this.options;
    for (let number = keep; number >= 1; number--) {
      const from = number === 1 ? path : `${path}.${number - 1}`;
      if ((await sizeOf(from)) > 0) await rename(from, `${path}.${number}`);
    }
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
