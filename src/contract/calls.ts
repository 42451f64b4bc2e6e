import './no-eval.ts';
import { z } from 'zod';
import { confirmationMethod } from './confirmations.ts';
import {
  clientCertificate,
  connection,
  connectionMode,
  connectionView,
  serverConnection,
  testStep,
} from './connections.ts';

export const httpMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'RESET']);
export type HttpMethod = z.infer<typeof httpMethod>;

/** Header names are lower-case on both ways. */
const headers = z.record(z.string(), z.string());

export const httpRequest = z.object({
  connection: z.string(),
  method: httpMethod,
  /** Path and query, from the root: `/databases/shop/docs?id=…`, already percent-encoded. */
  path: z.string().startsWith('/'),
  headers: headers.optional(),
  body: z.string().optional(),
  /** How bytes that are no text travel in `body`: the frames are JSON. Absent: `body` is the text itself. */
  bodyEncoding: z.literal('base64').optional(),
  /** Wants the answer's bytes. A refusal (400 and above) is text all the same. */
  answerEncoding: z.literal('base64').optional(),
  timeoutMs: z.number().int().positive().max(600_000).optional(),
  /**
   * Where the connection is guarded and would refuse this request, the person is asked outside the page, and the request that
   * the host holds is sent on a yes. Without effect where the request is allowed anyway, or never.
   */
  confirm: z.literal(true).optional(),
});
export type HttpRequest = z.infer<typeof httpRequest>;

export const httpResponse = z.object({
  status: z.number().int(),
  headers,
  body: z.string(),
  /** Present where `body` holds bytes, because they were asked for. */
  bodyEncoding: z.literal('base64').optional(),
  /** From sending the request to having the whole answer, in the host. */
  ms: z.number(),
});
export type HttpResponse = z.infer<typeof httpResponse>;

const nothing = z.object({});
/** Any JSON: view state is the UI's own; the host keeps it without reading it. */
const viewState = z.unknown();

/**
 * Every call that crosses the port. The key is the name on the wire.
 * A call answers once; what answers many times is a stream (streams.ts).
 */
export const calls = {
  'app.info': {
    request: nothing,
    response: z.object({
      name: z.literal('Rookery'),
      version: z.string(),
      /** How the UI is shown: in an Electron window or served to a browser. */
      surface: z.enum(['electron', 'serve', 'memory']),
      platform: z.string(),
      /** Whether the host can show the system's file chooser; else paths are typed. */
      canChooseFiles: z.boolean(),
      confirmations: confirmationMethod,
      dataFolder: z.string(),
      /** Things the person should know that happened at start-up (a corrupt settings file set aside, …). */
      notices: z.array(z.object({ code: z.string(), message: z.string(), detail: z.string().optional() })),
      /** For the benches: when the process began, epoch ms. */
      startedAt: z.number(),
    }),
  },
  'connections.list': { request: nothing, response: z.object({ connections: z.array(connectionView) }) },
  'connections.save': {
    /**
     * Without an id a new server connection is made; an existing id replaces it. Waits for a confirmation where it allows more
     * than before, or leads elsewhere.
     */
    request: z.object({
      connection: serverConnection.omit({ id: true }).extend({ id: z.string().optional() }),
    }),
    response: z.object({ connection }),
  },
  /** Of a server or of the sandbox. Raising it waits for a confirmation. */
  'connections.setMode': {
    request: z.object({ id: z.string(), mode: connectionMode }),
    response: z.object({ connection }),
  },
  'connections.remove': { request: z.object({ id: z.string() }), response: nothing },
  /** Keeps a certificate password in the host's memory until it exits. */
  'connections.unlock': { request: z.object({ id: z.string(), password: z.string() }), response: nothing },
  /** Waits for a confirmation where it would read files, or present a certificate, in a way nobody has confirmed. */
  'connections.test': {
    request: z.object({
      url: z.string(),
      certificate: clientCertificate.optional(),
      authorityPath: z.string().optional(),
      password: z.string().optional(),
    }),
    response: z.object({ ok: z.boolean(), steps: z.array(testStep), serverVersion: z.string().optional() }),
  },
  'http.request': { request: httpRequest, response: httpResponse },
  /** The code from the terminal. A wrong one is counted; the question is discarded with the last attempt. */
  'confirmations.answer': {
    request: z.object({ id: z.string(), code: z.string().max(32) }),
    response: z.object({ accepted: z.boolean(), attemptsLeft: z.number().int() }),
  },
  /** Discards the question: the call that waits for it fails with `not-confirmed`. */
  'confirmations.cancel': { request: z.object({ id: z.string() }), response: nothing },
  /** Sends a text frame on a socket opened by the `socket` stream. */
  'socket.send': { request: z.object({ socket: z.string(), text: z.string() }), response: nothing },
  'workspace.load': { request: nothing, response: z.object({ state: viewState.nullable() }) },
  'workspace.save': { request: z.object({ state: viewState }), response: nothing },
  'settings.load': {
    request: nothing,
    response: z.object({ theme: z.enum(['system', 'light', 'dark']) }),
  },
  'settings.save': { request: z.object({ theme: z.enum(['system', 'light', 'dark']) }), response: nothing },
  'files.choose': {
    request: z.object({ title: z.string(), extensions: z.array(z.string()).optional() }),
    response: z.object({ path: z.string().nullable() }),
  },
} as const satisfies Record<string, { request: z.ZodType; response: z.ZodType }>;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallRequest<N extends CallName> = z.input<Calls[N]['request']>;
export type CallResponse<N extends CallName> = z.output<Calls[N]['response']>;
