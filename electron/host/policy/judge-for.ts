/** The policy for a stored connection. */
import { PortError, type Connection } from '../../../src/contract/index.ts';
import { decide, type Decision, type RequestToJudge } from './decide.ts';
import type { Channel } from './effect-of.ts';
import type { JudgedRequest } from './judged-request.ts';

/** The in-process engine has no address; its transport uses only the path. */
const sandboxAddress = new URL('http://sandbox');

export function judgeFor(connection: Connection, request: RequestToJudge, channel: Channel): Decision {
  const base = connection.kind === 'sandbox' ? sandboxAddress : new URL(connection.url);
  return decide(connection.mode, base, request, channel);
}

/** Returns the request to send, or throws the refusal as a PortError. */
export function mustBeAllowed(
  connection: Connection,
  request: RequestToJudge,
  channel: Channel = 'request',
): JudgedRequest {
  return allowedOrThrow(connection.name, judgeFor(connection, request, channel));
}

/** `name` starts the sentence: the connection or the server of the request. */
export function allowedOrThrow(name: string, decision: Decision): JudgedRequest {
  if (decision.allowed) return decision.request;
  throw new PortError({
    code: decision.code,
    message: `${name}: ${decision.reason}`,
    confirmable: decision.overridable,
  });
}
