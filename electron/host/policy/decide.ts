/** Whether a connection's mode lets a request through, whatever the UI asks. Pure. */
import { z } from 'zod';
import {
  httpMethod,
  PortError,
  type Connection,
  type ConnectionMode,
  type HttpMethod,
} from '../../../src/contract/index.ts';
import { effectOf, readRoute } from './routes.ts';

export interface AskedRequest {
  readonly method: HttpMethod;
  readonly path: string;
  readonly body?: string | undefined;
  readonly bodyEncoding?: 'base64' | undefined;
}

export type Decision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly code: 'policy-refused' | 'bad-request'; readonly reason: string };

const allowed: Decision = { allowed: true };

export function decide(mode: ConnectionMode, asked: AskedRequest): Decision {
  const { method, path } = asked;
  const route = readRoute(path);
  if (!route)
    return {
      allowed: false,
      code: 'bad-request',
      reason: `The address ${path} can be read in more than one way, so it is not sent.`,
    };
  if (mode === 'full') return allowed;
  if (method === 'POST' && route.of === 'database' && route.name === 'multi_get')
    // A bundle in an encoding would hide what is in it; no client needs one.
    return decideEach(mode, asked.bodyEncoding === undefined ? (asked.body ?? '') : '');
  const { effect, would = 'change data' } = effectOf(method, route);
  if (effect === 'read' || (mode === 'guarded' && effect === 'write')) return allowed;
  return {
    allowed: false,
    code: 'policy-refused',
    reason: `${method} /${route.name} would ${would}, and this connection is ${mode}. Nothing was sent.`,
  };
}

const bundle = z.looseObject({
  Requests: z.array(
    z.looseObject({
      Url: z.string(),
      Method: z.string().nullish(),
    }),
  ),
});

/** `multi_get` carries other requests, and a server runs each with its own method: each is judged. */
function decideEach(mode: ConnectionMode, body: string): Decision {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    json = undefined;
  }
  const parsed = bundle.safeParse(json);
  if (!parsed.success)
    return {
      allowed: false,
      code: 'bad-request',
      reason: 'The bundled requests of this multi_get cannot be read, so it is not sent.',
    };
  for (const inner of parsed.data.Requests) {
    const method = httpMethod.safeParse((inner.Method ?? 'GET').toUpperCase());
    if (!method.success || /multi_get/i.test(inner.Url))
      return {
        allowed: false,
        code: 'policy-refused',
        reason: `A bundled ${String(inner.Method)} ${inner.Url} is not sent on a ${mode} connection.`,
      };
    const decision = decide(mode, { method: method.data, path: inner.Url });
    if (!decision.allowed) return decision;
  }
  return allowed;
}

/** Throws the refusal as the error that crosses the port. */
export function mustBeAllowed(connection: Connection, request: AskedRequest): void {
  const decision = decide(connection.mode, request);
  if (!decision.allowed)
    throw new PortError({ code: decision.code, message: `${connection.name}: ${decision.reason}` });
}
