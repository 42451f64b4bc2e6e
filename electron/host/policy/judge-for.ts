/** The policy for a stored connection. */
import { PortError, type Connection } from '../../../src/contract/index.ts';
import { decide, type Decision, type RequestToJudge } from './decide.ts';
import type { Channel } from './effect-of.ts';
import type { JudgedRequest } from './judged-request.ts';

/** The engine in this process has no address; a transport there uses only the path. */
const sandboxAddress = new URL('http://sandbox');

export function judgeFor(connection: Connection, request: RequestToJudge, channel: Channel): Decision {
  const base = connection.kind === 'sandbox' ? sandboxAddress : new URL(connection.url);
  return decide(connection.mode, base, request, channel);
}

/** Returns what may be sent, or throws the refusal as the error that crosses the port. */
export function mustBeAllowed(
  connection: Connection,
  request: RequestToJudge,
  channel: Channel = 'request',
): JudgedRequest {
  return allowedOrThrow(connection.name, judgeFor(connection, request, channel));
}

/** `name` begins the sentence: the connection or the server that would have got the request. */
export function allowedOrThrow(name: string, decision: Decision): JudgedRequest {
  if (decision.allowed) return decision.request;
  throw new PortError({
    code: decision.code,
    message: `${name}: ${decision.reason}`,
    confirmable: decision.overridable,
  });
}
