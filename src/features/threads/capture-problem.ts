/** What a refused capture means, and what to do about it. Pure. */
import { PortError } from '../../contract/index.ts';
import { isProcessGone } from '../../protocol/processes.ts';
import { ServerError } from '../../protocol/server-error.ts';

export interface CaptureProblem {
  readonly title: string;
  readonly meaning: string;
  readonly steps: readonly string[];
  /** Trying again as it is can only fail the same way. */
  readonly hopeless: boolean;
  /** A command line that cures it, ready to be copied. */
  readonly command: string | null;
}

/** Null when nothing better than the error itself can be said. */
export function captureProblem(error: unknown): CaptureProblem | null {
  if (error instanceof PortError && error.code === 'policy-refused')
    return {
      title: "This connection's mode does not allow a capture",
      meaning:
        'A capture stops every thread of the server for a moment, so it is kept from connections that only look.',
      steps: ['Allow it for this connection in Connections, if a short stop is acceptable now.'],
      hopeless: true,
      command: null,
    };
  if (isProcessGone(error))
    return {
      title: 'The process has ended',
      meaning: 'Nothing was captured: it was gone before its threads could be held.',
      steps: [
        'Choose another process, or this engine, above. What was captured of it before can still be compared.',
      ],
      hopeless: true,
      command: null,
    };
  if (!(error instanceof ServerError)) return null;
  const text = `${error.message}\n${error.detail}`;

  // The sandbox's own sentence says which of the reasons it is; the line that cures it stands at its end.
  const grant = /\bsudo [^\n]*?(?= \(code |\n|$)/.exec(error.message)?.[0];
  if (grant !== undefined)
    return {
      title: 'The helper may not hold this process yet',
      meaning: error.message.replace(/\s*Allow the capture program to:.*$/s, ''),
      steps: [
        'Run the line below once in a terminal; it lets the helper hold processes of the user who runs it, and no others.',
        'Whoever installs Rookery for many users runs postinstall.sh beside it instead: then only one group may.',
      ],
      hopeless: false,
      command: grant,
    };

  if (error.type === 'FileNotFoundException' && /Raven\.Debug|debugger tool/i.test(text)) {
    const path = /'([^']*Raven\.Debug[^']*)'/.exec(error.message)?.[1];
    return {
      title: "The server's package lacks the program that reads stacks",
      meaning: `RavenDB starts a helper named Raven.Debug to read its own stacks. ${
        path === undefined
          ? 'It was not found beside the server.'
          : `The server looked for it at ${path} and found nothing.`
      } The embedded packages (NuGet, PyPI and the like) leave it out.`,
      steps: [
        'Install the full server package from ravendb.net, or copy Raven.Debug from one of the same version into the folder of the server.',
        'Or read the stacks on the machine itself: dotnet-stack report --process-id PID.',
        'The live table works without it: it shows which threads use the processor.',
      ],
      hopeless: true,
      command: null,
    };
  }
  if (
    /not supported on (?:this|the current) platform|PlatformNotSupported|macOS/i.test(`${error.type} ${text}`)
  )
    return {
      title: 'This server cannot read stacks on its platform',
      meaning:
        'Reading the stacks of a running process is not available there. It works on Linux and Windows.',
      steps: ['Use the live table, or a sampling tool of the operating system.'],
      hopeless: true,
      command: null,
    };
  if (/ptrace|PTRACE|operation not permitted|seccomp/i.test(text))
    return {
      title: 'The operating system did not let the server be looked into',
      meaning:
        'Reading stacks needs the permission to trace a process (ptrace), which containers and hardened kernels withhold.',
      steps: [
        'In a container: run it with --cap-add=SYS_PTRACE.',
        'On a plain machine: look at /proc/sys/kernel/yama/ptrace_scope; 3 forbids tracing until the next boot.',
      ],
      hopeless: false,
      command: null,
    };
  if (error.status === 403)
    return {
      title: "This connection's certificate may not capture stacks",
      meaning: 'The server asks for the clearance "Operator" or higher.',
      steps: [
        'Connect with a certificate that has that clearance, or ask an administrator to raise this one.',
      ],
      hopeless: true,
      command: null,
    };
  if (error.status === 404 || error.status === 501)
    return {
      title: 'This server knows no stack captures',
      meaning: 'It is older than the feature, or was built without it.',
      steps: ['Use the live table instead.'],
      hopeless: true,
      command: null,
    };
  return null;
}
