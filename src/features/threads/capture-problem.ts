/** Explains a refused capture with next steps. Pure. */
import { PortError } from '../../contract/index.ts';
import { isProcessGone } from '../../protocol/processes.ts';
import { ServerError } from '../../protocol/server-error.ts';

export interface CaptureProblem {
  readonly title: string;
  readonly explanation: string;
  readonly steps: readonly string[];
  /** Retrying without a change fails the same way. */
  readonly permanent: boolean;
  /** A command line that fixes it, to copy. */
  readonly command: string | null;
}

/** Null when there is no better text than the error itself. */
export function captureProblem(error: unknown): CaptureProblem | null {
  if (error instanceof PortError && error.code === 'policy-refused')
    return {
      title: 'The access mode of this connection does not allow a capture',
      explanation:
        'A capture pauses every thread of the server briefly, so read-only connections cannot start one.',
      steps: ['Change the access of this connection under Connections if a short pause is acceptable.'],
      permanent: true,
      command: null,
    };
  if (isProcessGone(error))
    return {
      title: 'The process exited',
      explanation: 'Nothing was captured: the process exited before its threads were stopped.',
      steps: ['Select another process or this engine above. Earlier captures of it can still be compared.'],
      permanent: true,
      command: null,
    };
  if (!(error instanceof ServerError)) return null;
  const text = `${error.message}\n${error.detail}`;

  const unsafe = /^(.*?) Remove the privileges \((sudo setcap -r [^\n]+?)\) and /s.exec(error.message);
  if (unsafe)
    return {
      title: 'The capture program is in an unsafe folder',
      explanation: unsafe[1] ?? error.message,
      steps: [
        'Whoever can write to that folder could replace the program and use its privileges. Run the command below to remove them.',
        'Then install a copy with postinstall.sh, which is next to the capture program.',
      ],
      permanent: false,
      command: unsafe[2] ?? null,
    };
  // The sandbox's message names the reason; the command to run is at its end.
  const grant = /\bsudo [^\n]*?(?= \(code |\n|$)/.exec(error.message)?.[0];
  if (grant !== undefined)
    return {
      title: 'The helper needs permission to trace this process',
      explanation: error.message.replace(/\s*Install the capture program with the right to do it:.*$/s, ''),
      steps: [
        'Run the command below once in a terminal. It installs a copy of the helper that belongs to root and that only members of the group rookery can run.',
        'Add yourself to that group as the command prints, then log out and in again. The copy traces processes of the current user only.',
      ],
      permanent: false,
      command: grant,
    };

  if (error.type === 'FileNotFoundException' && /Raven\.Debug|debugger tool/i.test(text)) {
    const path = /'([^']*Raven\.Debug[^']*)'/.exec(error.message)?.[1];
    return {
      title: 'The server package does not include Raven.Debug',
      explanation: `RavenDB starts Raven.Debug to read its own stacks. ${
        path === undefined ? 'It was not found next to the server.' : `The server did not find it at ${path}.`
      } Embedded packages (NuGet, PyPI) do not include it.`,
      steps: [
        'Install the full server package from ravendb.net, or copy Raven.Debug of the same version into the server folder.',
        'Or run on the server machine: dotnet-stack report --process-id PID.',
        'Or use the Live tab, which shows CPU use per thread without it.',
      ],
      permanent: true,
      command: null,
    };
  }
  if (
    /not supported on (?:this|the current) platform|PlatformNotSupported|macOS/i.test(`${error.type} ${text}`)
  )
    return {
      title: 'This server cannot read stacks on its platform',
      explanation: 'Stack capture needs a server on Linux or Windows.',
      steps: ['Use the Live tab, or a profiler of the operating system.'],
      permanent: true,
      command: null,
    };
  if (/ptrace|PTRACE|operation not permitted|seccomp/i.test(text))
    return {
      title: 'The operating system denied access to the process',
      explanation:
        'Reading stacks needs permission to trace a process (ptrace). Containers and hardened kernels often deny it.',
      steps: [
        'In a container: run it with --cap-add=SYS_PTRACE.',
        'Otherwise: check /proc/sys/kernel/yama/ptrace_scope; 3 disables tracing until the next boot.',
      ],
      permanent: false,
      command: null,
    };
  if (error.status === 403)
    return {
      title: 'The certificate does not have permission to capture stacks',
      explanation: 'The server requires the clearance "Operator" or higher.',
      steps: ['Use a certificate with that clearance, or request it from an administrator.'],
      permanent: true,
      command: null,
    };
  if (error.status === 404 || error.status === 501)
    return {
      title: 'This server does not support stack captures',
      explanation: 'The server is too old, or was built without this feature.',
      steps: ['Use the Live tab instead.'],
      permanent: true,
      command: null,
    };
  return null;
}
