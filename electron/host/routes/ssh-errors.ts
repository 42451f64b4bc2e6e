/** Converts what `ssh` prints to errors with a cause and a remedy. Pure. */
import { PortError, type ErrorCode, type SshRoute } from '../../../src/contract/index.ts';
import type { SshEnd } from './ssh-process.ts';

const DENIED =
  /^[^\s@]+@.*: Permission denied|^(Received disconnect|Disconnected) from .*Too many authentication/m;

/** Matches lines of ssh itself only: a server can print any text before the sign-in as its banner. */
export function explainSsh(
  { notStarted, text }: SshEnd,
  route: SshRoute,
  { hasPassphrase }: { readonly hasPassphrase: boolean },
): PortError {
  const where = `The SSH server ${route.host}:${route.port}`;
  const error = (message: string, code: ErrorCode = 'route', retryable = false): PortError =>
    new PortError({ code, message, retryable, detail: text.trim() });
  if (notStarted)
    return error(
      'The program ssh was not found on this computer. Install the OpenSSH client.',
      'unsupported',
    );
  if (/^ssh: Could not resolve hostname/m.test(text))
    return error(`The name of the SSH server ${route.host} is unknown. Check its spelling.`, 'dns', true);
  if (/^ssh: connect to .*: Connection refused/m.test(text))
    return error(`Nothing listens at the SSH server ${route.host}:${route.port}.`, 'refused', true);
  if (/^(ssh: connect to .*: )?(Operation|Connection) (to .* )?timed out|^Timeout, server/m.test(text))
    return error(`${where} did not answer in time.`, 'timeout', true);
  if (/^ssh: connect to .*: (No route to host|Network is unreachable)/m.test(text))
    return error(`${where} cannot be reached from this network.`, 'unreachable', true);
  if (/^@ +WARNING: UNPROTECTED PRIVATE KEY|^Load key .*: bad permissions/m.test(text))
    return error(
      `Other users can read the key ${route.keyPath ?? ''}, so ssh does not use it. Run: chmod 600 on that file.`,
    );
  if (
    /^Load key .*: (invalid format|error in libcrypto|not a (valid )?key)/m.test(text) &&
    !DENIED.test(text)
  )
    return error(`${route.keyPath ?? 'The key'} is not a private key that ssh can read.`);
  if (
    /^Host key verification failed|^Unable to negotiate .*no matching host key|^@ +WARNING: REMOTE HOST IDENTIFICATION/m.test(
      text,
    )
  )
    return error(`${where} presented another host key than the accepted one. No key was used.`);
  if (DENIED.test(text)) return error(denied(route, where, hasPassphrase));
  if (
    /^kex_exchange_identification: .*banner|^banner exchange:|^(Invalid SSH identification|Bad packet)|^ssh_dispatch_run_fatal: .*Bad packet/m.test(
      text,
    )
  )
    return error(`${where} does not answer like an SSH server. Check the port.`);
  return error(`${where} did not open the tunnel. The details show what ssh printed.`, 'route', true);
}

function denied(route: SshRoute, where: string, hasPassphrase: boolean): string {
  if (route.keyPath === undefined)
    return `${where} accepted no key of the SSH agent for the user ${route.user}. Load the key with ssh-add, or choose its file.`;
  return hasPassphrase
    ? `${where} did not accept the key ${route.keyPath} for the user ${route.user}, or its passphrase is wrong.`
    : `${where} did not accept the key ${route.keyPath} for the user ${route.user}.`;
}

/** What the SSH server answered to the last forwarded connection that it refused; undefined for none. */
export function forwardRefusal(text: string, route: SshRoute, authority: string): PortError | undefined {
  const reason = [...text.matchAll(/^channel \d+: open failed: ([^\r\n]{1,200})/gm)].at(-1)?.[1];
  if (reason === undefined) return undefined;
  const where = `The SSH server ${route.host}:${route.port}`;
  return /prohibited/i.test(reason)
    ? new PortError({
        code: 'route',
        message: `${where} does not allow forwarding to ${authority}. Its administrator can allow it.`,
        detail: reason,
      })
    : new PortError({
        code: 'route',
        message: `${where} could not connect to ${authority}. Check the address as that server sees it.`,
        detail: reason,
        retryable: true,
      });
}
