/** Calls about connections: their list, passwords, tests, two-factor sessions, and keys for certificates. */
import './no-eval.ts';
import { z } from 'zod';
import { certificateGeneration } from './certificate-generation.ts';
import { keyGeneration } from './certificate-requests.ts';
import {
  clientCertificate,
  connection,
  connectionMode,
  connectionView,
  serverConnection,
  testStep,
} from './connections.ts';
import { connectionRoute } from './routes.ts';
import { fingerprint } from './fingerprint.ts';
import { MAX_OTHER_NODES, otherNode } from './other-nodes.ts';
import { passwordStorage } from './password-storage.ts';
import { signInRequest, twoFactorLimits, twoFactorTarget } from './two-factor.ts';
import { nothing } from './nothing.ts';

export const connectionCalls = {
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
} as const;
