import './no-eval.ts';
import { z } from 'zod';
import { certificateGeneration } from './certificate-generation.ts';
import { keyGeneration } from './certificate-requests.ts';
import { confirmationMethod } from './confirmations.ts';
import {
  clientCertificate,
  connection,
  connectionMode,
  connectionView,
  serverConnection,
  testStep,
} from './connections.ts';
import { copyId, copyOutcome, copyRequest, unfinishedCopy } from './copies.ts';
import { debugPackageRequest, debugPackageResult } from './debug-packages.ts';
import { diskCheckReport, diskCheckRequest } from './disk-checks.ts';
import { connectionRoute } from './routes.ts';
import {
  documentsImportRequest,
  dumpExportRequest,
  dumpExportResult,
  dumpImportOutcome,
  dumpImportRequest,
  dumpPiece,
} from './dumps.ts';
import { exportRequest, exportResult } from './exports.ts';
import { fingerprint } from './fingerprint.ts';
import { MAX_OTHER_NODES, otherNode } from './other-nodes.ts';
import { passwordStorage } from './password-storage.ts';
import { recorderCalls } from './recorder.ts';
import { recordingCalls } from './recordings.ts';
import { MAX_SAVED_QUERY_CHARACTERS, savedQuery, savedQueryOwner, savedQueryPlace } from './saved-queries.ts';
import { MAX_SNIPPET_CHARACTERS, snippetFile, snippetPlace } from './snippets.ts';
import { signInRequest, twoFactorLimits, twoFactorTarget } from './two-factor.ts';
import { updateState } from './updates.ts';

export const httpMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'RESET']);
export type HttpMethod = z.infer<typeof httpMethod>;

/** Header names are lower-case in both directions. */
const headers = z.record(z.string(), z.string());

export const httpRequest = z.object({
  connection: z.string(),
  method: httpMethod,
  /** Path and query from the root: `/databases/shop/docs?id=…`, percent-encoded. */
  path: z.string().startsWith('/'),
  headers: headers.optional(),
  body: z.string().optional(),
  /** The encoding of a binary `body`: frames are JSON. Absent: `body` is plain text. */
  bodyEncoding: z.literal('base64').optional(),
  /** Requests the response body as bytes. An error response (400 and above) is always text. */
  answerEncoding: z.literal('base64').optional(),
  timeoutMs: z.number().int().positive().max(600_000).optional(),
  /**
   * If a guarded connection refuses this request, the host asks the user for confirmation outside of the page and
   * then sends the request that it holds. No effect on requests that are allowed, or never allowed.
   */
  confirm: z.literal(true).optional(),
});
export type HttpRequest = z.infer<typeof httpRequest>;

export const httpResponse = z.object({
  status: z.number().int(),
  headers,
  body: z.string(),
  /** Present when `body` holds requested bytes. */
  bodyEncoding: z.literal('base64').optional(),
  /** From sending the request to the complete response, measured in the host. */
  ms: z.number(),
  /**
   * From the cache of the host: `not-modified` after the server confirmed it without sending it again, `live` without a
   * request, because a change feed reports its changes.
   */
  cache: z.enum(['not-modified', 'live']).optional(),
  /** The tag of the node that answered instead of the server of the connection. */
  node: z.string().optional(),
});
export type HttpResponse = z.infer<typeof httpResponse>;

const nothing = z.object({});
/** Any JSON: view state belongs to the UI; the host stores it without reading it. */
const viewState = z.unknown();

/** Longer queries are not checked while they are typed. */
export const MAX_CHECKED_QUERY_CHARACTERS = 64_000;
/** A sample of documents for `compression.measure`. */
export const MAX_MEASURED_DOCUMENTS = 512;
export const MAX_MEASURED_CHARACTERS = 4 * 1024 * 1024;

/** All calls of the port. The key is the wire name. A call has one response; streams.ts has those with many. */
export const calls = {
  'app.info': {
    request: nothing,
    response: z.object({
      name: z.literal('Rookery'),
      version: z.string(),
      /** Whether the UI runs in an Electron window or in a browser. */
      surface: z.enum(['electron', 'serve', 'memory']),
      platform: z.string(),
      /** Whether the host can show the system's file dialog; otherwise paths are typed. */
      canChooseFiles: z.boolean(),
      confirmations: confirmationMethod,
      dataFolder: z.string(),
      /** Notices from start-up (a corrupt settings file was set aside, …). */
      notices: z.array(z.object({ code: z.string(), message: z.string(), detail: z.string().optional() })),
      /** For benches: start time of the process, epoch ms. */
      startedAt: z.number(),
    }),
  },
  'connections.list': { request: nothing, response: z.object({ connections: z.array(connectionView) }) },
  'connections.save': {
    /**
     * Creates a server connection without an id; replaces an existing one. Waits for a confirmation if it raises
     * access or changes the destination.
     */
    request: z.object({
      connection: serverConnection.omit({ id: true }).extend({ id: z.string().optional() }),
    }),
    response: z.object({ connection }),
  },
  /** Changes the access mode of a server or of the sandbox. Raising it waits for a confirmation. */
  'connections.setMode': {
    request: z.object({ id: z.string(), mode: connectionMode }),
    response: z.object({ connection }),
  },
  /**
   * Checks a server, or all of them, without waiting for the interval. No effect while no window shows the list, and on
   * servers that were checked a moment ago.
   */
  'connections.checkNow': { request: z.object({ id: z.string().optional() }), response: nothing },
  'connections.remove': { request: z.object({ id: z.string() }), response: nothing },
  /**
   * Keeps a certificate password in the memory of the host until it exits: of the active certificate, or of the named
   * one of the connection. With `save` it is also saved encrypted; without, one that was saved before is deleted.
   */
  'connections.unlock': {
    request: z.object({
      id: z.string(),
      password: z.string(),
      certificate: clientCertificate.optional(),
      save: z.literal(true).optional(),
    }),
    response: nothing,
  },
  /**
   * Keeps the password of the proxy, or of the SSH key, of a connection in the memory of the host, and with `save` also
   * encrypted on disk. An empty one is forgotten.
   */
  'connections.setRoutePassword': {
    request: z.object({ id: z.string(), password: z.string().max(1000), save: z.literal(true).optional() }),
    response: nothing,
  },
  /** The proxy that the environment variables of the host name for an address, without its password. */
  'connections.environmentProxy': {
    request: z.object({ url: z.string().max(2000) }),
    response: z.object({ message: z.string() }),
  },
  /** Deletes the saved password of a certificate of the connection, also from memory. */
  'connections.forgetPassword': {
    request: z.object({ id: z.string(), certificate: clientCertificate }),
    response: nothing,
  },
  /** Whether certificate passwords can be saved. A call of its own: a keychain may prompt the user when it is used. */
  'passwords.storage': { request: nothing, response: passwordStorage },
  /**
   * Waits for a confirmation if it would read files, present a certificate or accept a pinned server certificate in an
   * unconfirmed way.
   */
  'connections.test': {
    request: z.object({
      url: z.string(),
      certificate: clientCertificate.optional(),
      authorityPath: z.string().optional(),
      pinnedCertificate: fingerprint.optional(),
      /** Only named in the confirmation; each is tested by a call with its own address. */
      nodes: z.array(otherNode).max(MAX_OTHER_NODES).optional(),
      password: z.string().optional(),
      route: connectionRoute.optional(),
      routePassword: z.string().max(1000).optional(),
    }),
    response: z.object({ ok: z.boolean(), steps: z.array(testStep), serverVersion: z.string().optional() }),
  },
  /** The durations that the server allows for a two-factor session. */
  'twoFactor.limits': { request: twoFactorTarget, response: twoFactorLimits },
  /**
   * Sends the code to the server or node; waiting reads are then repeated. Renews a session that is still
   * there. Letting in every client of the certificate waits for a confirmation.
   */
  'twoFactor.signIn': { request: signInRequest, response: z.object({ until: z.number() }) },
  /** Ends the session on the server and forgets the cookie. */
  'twoFactor.signOut': { request: twoFactorTarget, response: nothing },
  /** The user enters no code now: waiting reads fail, and later ones do not wait until the next sign-in. */
  'twoFactor.decline': { request: twoFactorTarget, response: nothing },
  'http.request': { request: httpRequest, response: httpResponse },
  /**
   * Writes a complete result to a file as it arrives: one that the user chooses in the system's dialog, or a download
   * of the browser. Resolves at its end; `exports.progress` reports until then. Cancelling deletes the partial file.
   */
  'exports.run': { request: exportRequest, response: exportResult },
  /**
   * Writes a dump of a database to a file as it arrives, like `exports.run`. Resolves after the server has reported
   * the end of its operation.
   */
  'dumps.export': { request: dumpExportRequest, response: dumpExportResult },
  /**
   * Writes the debug package of a node or a cluster to a file as it arrives, like `exports.run`; `exports.progress` reports
   * bytes. Fails when the server ends the archive early, and keeps the incomplete file.
   */
  'packages.save': { request: debugPackageRequest, response: debugPackageResult },
  /**
   * Sends a dump to a database. After `ready` of `dumps.progress` the page passes the file with `dumps.piece`. Waits
   * for a confirmation on a guarded connection. Cancelling stops the operation of the server.
   */
  'dumps.import': { request: dumpImportRequest, response: dumpImportOutcome },
  /** The next bytes of an import. Resolves when the host has passed them on; `wanted` is false after its end. */
  'dumps.piece': { request: dumpPiece, response: z.object({ wanted: z.boolean() }) },
  /**
   * Resolves when documents of a file may be written: at once with full access, after a confirmation on a guarded
   * connection. The page then writes them with `http.request`.
   */
  'documents.confirmImport': { request: documentsImportRequest, response: nothing },
  /**
   * Copies documents, indexes and settings to another database. Waits for a confirmation when the target is guarded.
   * Resolves with how it ended; what was copied before a failure stays, and the host keeps where it stopped.
   */
  'copies.run': { request: copyRequest, response: copyOutcome },
  /** Continues a copy that was cancelled or failed, also after a restart. */
  'copies.resume': { request: copyId, response: copyOutcome },
  /** Null when the copy is complete, forgotten or running. */
  'copies.unfinished': { request: copyId, response: z.object({ copy: unfinishedCopy.nullable() }) },
  /** Forgets where a copy stopped. What was copied stays. */
  'copies.forget': { request: copyId, response: nothing },
  /** The code from the terminal. Wrong codes are counted; the last attempt discards the question. */
  'confirmations.answer': {
    request: z.object({ id: z.string(), code: z.string().max(32) }),
    response: z.object({ accepted: z.boolean(), attemptsLeft: z.number().int() }),
  },
  /** Discards the question: the waiting call fails with `not-confirmed`. */
  'confirmations.cancel': { request: z.object({ id: z.string() }), response: nothing },
  /**
   * The server of a connection generates a client certificate with its key, and the host writes the archive to a file
   * that the user chooses first. `exports.progress` reports the choice. On a guarded connection it waits for a confirmation.
   */
  'certificates.generate': {
    request: certificateGeneration,
    /** The complete path; null for a download of the browser. */
    response: z.object({ file: z.string().nullable() }),
  },
  /** Generates a key, saves it encrypted in the data folder, and returns its path and a certificate request for it. */
  'keys.generate': {
    request: keyGeneration,
    /** `request` is PEM. */
    response: z.object({ keyPath: z.string(), request: z.string() }),
  },
  /** Sends a text frame on a socket opened by the `socket` stream. */
  'socket.send': { request: z.object({ socket: z.string(), text: z.string() }), response: nothing },
  'workspace.load': { request: nothing, response: z.object({ state: viewState.nullable() }) },
  'workspace.save': { request: z.object({ state: viewState }), response: nothing },
  'settings.load': {
    request: nothing,
    response: z.object({ theme: z.enum(['system', 'light', 'dark']) }),
  },
  'settings.save': { request: z.object({ theme: z.enum(['system', 'light', 'dark']) }), response: nothing },
  /** Whether a newer release is known. Sends nothing. */
  'updates.load': { request: nothing, response: updateState },
  /** Turns the daily check on or off. */
  'updates.setEnabled': { request: z.object({ enabled: z.boolean() }), response: updateState },
  /** Asks the release feed once, now. */
  'updates.check': { request: nothing, response: updateState },
  /** The saved queries of a database, which are plain files in the data folder. */
  'queries.list': {
    request: savedQueryOwner,
    /** `leftOut` files are too large, too many or unreadable. */
    response: z.object({ queries: z.array(savedQuery), path: z.string(), leftOut: z.number() }),
  },
  /** Without `replace`, fails when a query of that name is there. */
  'queries.save': {
    request: savedQueryOwner.extend({
      ...savedQueryPlace.shape,
      text: z.string().max(MAX_SAVED_QUERY_CHARACTERS),
      replace: z.boolean(),
    }),
    response: nothing,
  },
  'queries.remove': { request: savedQueryOwner.extend(savedQueryPlace.shape), response: nothing },
  /** The snippets of the patch screen of a database: plain files, as saved queries are. */
  'snippets.list': {
    request: savedQueryOwner,
    response: z.object({ snippets: z.array(snippetFile), path: z.string(), leftOut: z.number() }),
  },
  'snippets.save': {
    request: savedQueryOwner.extend({
      ...snippetPlace.shape,
      text: z.string().max(MAX_SNIPPET_CHARACTERS),
      replace: z.boolean(),
    }),
    response: nothing,
  },
  'snippets.remove': { request: savedQueryOwner.extend(snippetPlace.shape), response: nothing },
  /** Parses a query with the grammar of the sandbox. Null for a correct one. */
  'queries.check': {
    request: z.object({ text: z.string().max(MAX_CHECKED_QUERY_CHARACTERS) }),
    response: z.object({
      /** `line:column` and a sentence; `unsupported` when it is RQL that only the sandbox refuses. */
      refusal: z.object({ message: z.string(), unsupported: z.boolean() }).nullable(),
    }),
  },
  /**
   * Measures a disk of this computer. Cancelling ends it and removes its files; `diskChecks.progress` reports until then. A
   * folder that the user did not choose in the system's dialog waits for a confirmation.
   */
  'diskChecks.run': { request: diskCheckRequest, response: z.object({ report: diskCheckReport }) },
  ...recorderCalls,
  ...recordingCalls,
  /** Compresses a sample of one collection in the host; nothing is read or stored. */
  'compression.measure': {
    request: z.object({
      documents: z
        .array(z.string())
        .min(1)
        .max(MAX_MEASURED_DOCUMENTS)
        .refine((texts) => texts.reduce((sum, text) => sum + text.length, 0) <= MAX_MEASURED_CHARACTERS),
    }),
    response: z.object({
      /** The documents that were compressed; the others filled the dictionary. */
      measured: z.number().int(),
      /** Sizes of the measured documents. */
      plainBytes: z.number(),
      packedBytes: z.number(),
      /** Zero: a sample too small for a dictionary. */
      dictionaryBytes: z.number(),
      /** Time of zstd for one byte on this computer; null without zstd in this runtime, and for a small sample. */
      nanosecondsPerByte: z.number().nullable(),
    }),
  },
  'files.choose': {
    /** With `folder` a folder is chosen instead of a file. */
    request: z.object({
      title: z.string(),
      extensions: z.array(z.string()).optional(),
      folder: z.literal(true).optional(),
    }),
    response: z.object({ path: z.string().nullable() }),
  },
} as const satisfies Record<string, { request: z.ZodType; response: z.ZodType }>;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallRequest<N extends CallName> = z.input<Calls[N]['request']>;
export type CallResponse<N extends CallName> = z.output<Calls[N]['response']>;
