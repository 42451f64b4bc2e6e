/**
 * Starts a program that prints a secret, such as the command line of a vault. Without a shell: its arguments are passed
 * as they are. Neither its output nor its error output is part of an error or a log, because both can contain secrets.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { PortError, type SecretCommand } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';

export interface CommandLimits {
  readonly ms: number;
  readonly bytes: number;
}

const defaultLimits: CommandLimits = { ms: 30_000, bytes: 1024 * 1024 };
const isPosix = process.platform !== 'win32';

/** The standard output without the line break at its end. Throws `certificate`. The signal ends the program. */
export function runSecretCommand(
  [program = '', ...args]: SecretCommand,
  signal: AbortSignal,
  limits: CommandLimits = defaultLimits,
): Promise<string> {
  const failure = (problem: string): PortError =>
    new PortError({
      code: 'certificate',
      message: `The program ${program} for the client certificate ${problem}. Run it in a terminal to see why.`,
      retryable: true,
    });
  return new Promise((resolve, reject) => {
    let child;
    try {
      // A group of its own: its children are ended with it.
      child = spawn(program, args, {
        detached: isPosix,
        stdio: ['ignore', 'pipe', 'ignore'],
        windowsHide: true,
      });
    } catch (thrown) {
      reject(failure(startProblem(thrown)));
      return;
    }
    const { stdout } = child;
    const parts: Buffer[] = [];
    let size = 0;
    let settled = false;

    function settle(end: () => void): void {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      end();
    }
    /** For a program that still runs. */
    const stop = (problem: string): void =>
      settle(() => {
        // Pipes can be held open by a child of the program.
        stdout.destroy();
        reject(
          failure(endProgram(child) ? `${problem} and was stopped` : `${problem} and could not be stopped`),
        );
      });
    const onAbort = (): void => stop('was no longer needed');

    const timer = setTimeout(() => stop(`did not finish within ${limits.ms / 1000} s`), limits.ms);
    signal.addEventListener('abort', onAbort);
    stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > limits.bytes) stop(`printed more than ${limits.bytes} bytes`);
      else parts.push(part);
    });
    child.on('error', (cause) => settle(() => reject(failure(startProblem(cause)))));
    child.on('close', (code, endedBy) =>
      settle(() => {
        const text = Buffer.concat(parts)
          .toString('utf8')
          .replace(/\r?\n$/, '');
        if (code === null) reject(failure(`was ended by ${endedBy ?? 'a signal'}`));
        else if (code !== 0) reject(failure(`ended with exit code ${code}`));
        else if (text === '') reject(failure('printed nothing'));
        else resolve(text);
      }),
    );
    if (signal.aborted) onAbort();
  });
}

/** False when the system does not allow it, such as for a program with other rights. */
function endProgram({ pid, exitCode }: ChildProcess): boolean {
  // Without a pid it never started. A Windows pid can belong to another program after the end.
  if (pid === undefined || (!isPosix && exitCode !== null)) return true;
  try {
    process.kill(isPosix ? -pid : pid, 'SIGKILL');
    return true;
  } catch (thrown) {
    return isErrno(thrown) && thrown.code === 'ESRCH';
  }
}

function startProblem(cause: unknown): string {
  const code = isErrno(cause) ? cause.code : undefined;
  if (code === 'ENOENT') return 'was not found';
  if (code === 'EACCES') return 'is not executable';
  if (code === 'EINVAL' && !isPosix) return 'could not be started: use a program (.exe), not a script (.cmd)';
  return `could not be started (${code ?? 'unknown error'})`;
}
