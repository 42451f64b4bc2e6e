/**
 * Starts a program that prints a secret, such as the command line of a vault. Without a shell: its arguments are passed
 * as they are. Neither its output nor its error output is part of an error or a log, because both can contain secrets.
 */
import { spawn } from 'node:child_process';
import { PortError, type SecretCommand } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';

export interface CommandLimits {
  readonly ms: number;
  readonly bytes: number;
}

const defaultLimits: CommandLimits = { ms: 30_000, bytes: 1024 * 1024 };

/** The standard output without the line break at its end. Throws `certificate`. */
export function runSecretCommand(
  [program = '', ...args]: SecretCommand,
  limits: CommandLimits = defaultLimits,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const isPosix = process.platform !== 'win32';
    // A group of its own: its children are ended with it.
    const child = spawn(program, args, {
      detached: isPosix,
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const parts: Buffer[] = [];
    let size = 0;

    function fail(problem: string): void {
      clearTimeout(timer);
      // Pipes can be held open by a child of the program.
      child.stdout.destroy();
      endProgram();
      reject(
        new PortError({
          code: 'certificate',
          message: `The program ${program} for the client certificate ${problem}. Run it in a terminal to see why.`,
          retryable: true,
        }),
      );
    }

    function endProgram(): void {
      if (child.pid === undefined) return;
      try {
        process.kill(isPosix ? -child.pid : child.pid, 'SIGKILL');
      } catch (thrown) {
        // It has ended already.
        if (!isErrno(thrown) || thrown.code !== 'ESRCH') throw thrown;
      }
    }

    const timer = setTimeout(
      () => fail(`printed nothing complete within ${limits.ms / 1000} seconds, and was ended`),
      limits.ms,
    );
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > limits.bytes) fail(`printed more than ${limits.bytes} bytes, and was ended`);
      else parts.push(part);
    });
    child.on('error', (cause) => fail(startProblem(cause)));
    child.on('close', (code, signal) => {
      if (code !== 0)
        fail(code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${code}`);
      else if (size === 0) fail('printed nothing');
      else {
        clearTimeout(timer);
        resolve(
          Buffer.concat(parts)
            .toString('utf8')
            .replace(/\r?\n$/, ''),
        );
      }
    });
  });
}

function startProblem(cause: Error): string {
  const code = isErrno(cause) ? cause.code : undefined;
  if (code === 'ENOENT') return 'was not found';
  if (code === 'EACCES') return 'may not be started: it is not executable';
  return `could not be started (${code ?? 'unknown error'})`;
}
