import type { z } from 'zod';
import type { HttpMethod, HttpResponse, Port } from '../contract/index.ts';
import { PortError } from '../contract/index.ts';
import { formatProblem, lackingMembers, lacks } from './answer-format.ts';
import { toBase64 } from './base64.ts';
import { MAX_JSON_DEPTH, placeIn, tooDeepAt } from './json-depth.ts';
import { readServerError } from './server-error.ts';

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. Use `text` for a body that is already text. */
  readonly json?: unknown;
  readonly text?: string;
  /** A binary body. */
  readonly bytes?: Uint8Array;
  /** Returns the response body as base64: see base64.ts. An error response is always text. */
  readonly answerBytes?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** Statuses besides 2xx that the caller handles itself (304, 404 …) instead of a ServerError. */
  readonly accept?: readonly number[];
  /** The request may be dangerous: on a guarded connection the user confirms it outside of the page before it is sent. */
  readonly confirm?: boolean;
}

/** A connected server (or the sandbox), accessed through the port. */
export class ServerClient {
  readonly port: Port;
  readonly connection: string;

  constructor(port: Port, connection: string) {
    this.port = port;
    this.connection = connection;
  }

  async send(method: HttpMethod, path: string, options: RequestOptions = {}): Promise<HttpResponse> {
    const { json, bytes } = options;
    const body = json !== undefined ? JSON.stringify(json) : bytes ? toBase64(bytes) : options.text;
    const fullPath = path + queryString(options.query);
    const response = await this.port.call(
      'http.request',
      {
        connection: this.connection,
        method,
        path: fullPath,
        headers: {
          ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(body === undefined ? {} : { body }),
        ...(bytes === undefined ? {} : { bodyEncoding: 'base64' as const }),
        ...(options.answerBytes ? { answerEncoding: 'base64' as const } : {}),
        ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
        ...(options.confirm === true ? { confirm: true as const } : {}),
      },
      options.signal ? { signal: options.signal } : {},
    );
    if (options.accept?.includes(response.status)) return response;
    if (response.status >= 400) throw readServerError(response.status, fullPath, response.body);
    refuseRedirect(fullPath, response);
    return response;
  }

  /** Sends a request and parses the response with a schema. */
  async read<S extends z.ZodType>(
    schema: S,
    method: HttpMethod,
    path: string,
    options: RequestOptions = {},
  ): Promise<z.output<S>> {
    return readJson(schema, path, (await this.send(method, path, options)).body);
  }

  database(name: string): DatabaseClient {
    return new DatabaseClient(this, name);
  }
}

/** A database of a server: the same calls below `/databases/{name}`. */
export class DatabaseClient {
  readonly server: ServerClient;
  readonly name: string;

  constructor(server: ServerClient, name: string) {
    this.server = server;
    this.name = name;
  }

  path(rest: string): string {
    return `/databases/${encodeURIComponent(this.name)}${rest}`;
  }

  send(method: HttpMethod, rest: string, options?: RequestOptions): Promise<HttpResponse> {
    return this.server.send(method, this.path(rest), options);
  }

  read<S extends z.ZodType>(
    schema: S,
    method: HttpMethod,
    rest: string,
    options?: RequestOptions,
  ): Promise<z.output<S>> {
    return this.server.read(schema, method, this.path(rest), options);
  }
}

/** Throws when an answer is nested too deep for the code that reads and shows it. */
export function refuseDeepAnswer(path: string, body: string): void {
  const tooDeep = tooDeepAt(body);
  if (tooDeep === undefined) return;
  throw new PortError({
    code: 'too-large',
    message: `The answer to ${path} is nested deeper than ${MAX_JSON_DEPTH} levels (${placeIn(body, tooDeep)}) and cannot be shown.`,
    detail: body.slice(0, 1000),
  });
}

/** For `accept`: a follower of a cluster redirects what only its leader answers. */
export const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** The certificate and the session belong to one server, so a redirect is never followed: 304 is none. */
function refuseRedirect(path: string, { status, headers }: HttpResponse): void {
  if (status < 300 || status === 304) return;
  const target = headers.location;
  const to = target === undefined ? '' : ` to ${target.slice(0, 300)}`;
  throw new PortError({
    code: 'not-ravendb',
    message: `The server redirects ${path}${to} (${status}). Rookery follows no redirects, so that no certificate reaches another server. Enter the address of the server itself in the connection.`,
  });
}

const REMEDY = 'Check that the address is a RavenDB server and not a proxy, and its version.';

/** Parses and validates a body; every failure becomes an error that names the URL. */
export function readJson<S extends z.ZodType>(schema: S, path: string, body: string): z.output<S> {
  refuseDeepAnswer(path, body);
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (cause) {
    throw new PortError({
      code: 'not-ravendb',
      message: `The response from ${path} is not JSON. Check that the address is a RavenDB server and not a proxy.`,
      detail: `${String(cause)}\n\n${body.slice(0, 1000)}`,
    });
  }
  const refuse = (why: string, detail: string) =>
    new PortError({
      code: 'not-ravendb',
      message: `The response from ${path} does not have the documented RavenDB format: ${why}. ${REMEDY}`,
      detail: `${detail}\n\n${body.slice(0, 1000)}`,
    });
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw refuse(formatProblem(parsed.error, json), parsed.error.message);
  const lacking = lackingMembers(schema, json);
  if (lacking.length > 0) throw refuse(lacks(lacking), `Expected one of: ${lacking.join(', ')}`);
  return parsed.data;
}

export function queryString(query: RequestOptions['query']): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    if (typeof value === 'object') for (const each of value) params.append(key, each);
    else params.append(key, String(value));
  }
  const text = params.toString();
  // RavenDB reads `+` in a query string as a space, like a form; %20 is unambiguous.
  return text === '' ? '' : `?${text.replaceAll('+', '%20')}`;
}
