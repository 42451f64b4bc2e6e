import './no-eval.ts';
import { z } from 'zod';
import { fingerprint } from './fingerprint.ts';
import { MAX_OTHER_NODES, otherNode, type OtherNode } from './other-nodes.ts';
import { connectionRoute, hostKeyFingerprint, routePasswordKey, type ConnectionRoute } from './routes.ts';
import { twoFactorState } from './two-factor.ts';

/** The id of the bundled engine; always present, never removable. */
export const SANDBOX_ID = 'sandbox';

export const connectionMode = z.enum(['read-only', 'guarded', 'full']);
export type ConnectionMode = z.infer<typeof connectionMode>;

/** From least to most access. */
const modesInOrder: readonly ConnectionMode[] = ['read-only', 'guarded', 'full'];

export function allowsMore(mode: ConnectionMode, than: ConnectionMode): boolean {
  return modesInOrder.indexOf(mode) > modesInOrder.indexOf(than);
}

/**
 * A program with a complete path, and its arguments. The host starts it without a shell, and reads a secret from its
 * standard output.
 */
export const secretCommand = z
  .array(z.string().regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'expected visible characters'))
  .min(1)
  .max(16)
  // A confirmation shows it completely.
  .refine((parts) => parts.join(' ').length <= 1000, 'expected at most 1,000 characters');
export type SecretCommand = z.infer<typeof secretCommand>;

/**
 * The source of the client certificate. A password is no part of it: it is prompted for, kept in memory and, if the
 * user chooses so, saved encrypted; or a command prints it. The command of the third kind prints certificate and key
 * as PEM.
 */
export const clientCertificate = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('pfx'),
    path: z.string().min(1),
    passwordCommand: secretCommand.optional(),
  }),
  z.object({
    kind: z.literal('pem'),
    certificatePath: z.string().min(1),
    keyPath: z.string().min(1),
    passwordCommand: secretCommand.optional(),
  }),
  z.object({ kind: z.literal('command'), command: secretCommand }),
]);
export type ClientCertificate = z.infer<typeof clientCertificate>;

/** More than enough for a rotation; a confirmation lists them completely. */
const MAX_OTHER_CERTIFICATES = 8;

const connectionBase = {
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(120),
  colour: z.enum(['slate', 'blue', 'green', 'amber', 'red', 'violet']),
  mode: connectionMode,
};

export const sandboxConnection = z.object({ ...connectionBase, kind: z.literal('sandbox') });
export const serverConnection = z.object({
  ...connectionBase,
  kind: z.literal('server'),
  url: z.url({ protocol: /^https?$/ }),
  /** The active one: the only one that is presented. */
  certificate: clientCertificate.optional(),
  /** Kept to switch to, without the active one. Absent in files of versions that knew only one. */
  otherCertificates: z.array(clientCertificate).max(MAX_OTHER_CERTIFICATES).optional(),
  /** A PEM file with a CA certificate to trust in addition to the system's. */
  authorityPath: z.string().min(1).optional(),
  /** The only server certificate that is accepted, whoever issued it. Absent: any that the system or the CA file trusts. */
  pinnedCertificate: fingerprint.optional(),
  /** Through a proxy or an SSH server. Absent: directly. */
  route: connectionRoute.optional(),
  /** Reads of databases continue there while `url` cannot be reached. */
  nodes: z.array(otherNode).max(MAX_OTHER_NODES).optional(),
  /** The heading under which the list shows it. */
  group: z.string().min(1).max(60).optional(),
  /** Listed first. */
  favourite: z.literal(true).optional(),
});
export const connection = z.discriminatedUnion('kind', [sandboxConnection, serverConnection]);
export type Connection = z.infer<typeof connection>;
export type ServerConnection = z.infer<typeof serverConnection>;

/** The connection at the address of another node: the same credentials, and its own pinned certificate if it has one. */
export function atNode<T extends Pick<ServerConnection, 'url' | 'pinnedCertificate'>>(
  connection: T,
  { url, pinnedCertificate = connection.pinnedCertificate }: OtherNode,
): T {
  return { ...connection, url, pinnedCertificate };
}

/** All client certificates of a connection, the active one first. */
export function certificatesOf(
  connection: Pick<ServerConnection, 'certificate' | 'otherCertificates'>,
): ClientCertificate[] {
  const { certificate, otherCertificates = [] } = connection;
  return certificate === undefined ? [...otherCertificates] : [certificate, ...otherCertificates];
}

/** The files of a certificate: one, two or none. */
export function certificateFiles(certificate: ClientCertificate): string[] {
  if (certificate.kind === 'command') return [];
  return certificate.kind === 'pfx' ? [certificate.path] : [certificate.certificatePath, certificate.keyPath];
}

/** The command that prints the certificate or its password. */
export function commandOf(certificate: ClientCertificate | undefined): SecretCommand | undefined {
  return certificate?.kind === 'command' ? certificate.command : certificate?.passwordCommand;
}

/** Two certificates are the same when they have the same files and the same command. */
export function certificateKey(certificate: ClientCertificate | undefined): string {
  if (certificate === undefined) return '';
  const command = commandOf(certificate);
  return JSON.stringify([...certificateFiles(certificate), ...(command === undefined ? [] : [{ command }])]);
}

/** What a password is entered for: the files of a certificate, a proxy or the key of an SSH route. */
export type PasswordOwner = ClientCertificate | ConnectionRoute;

/** Two passwords of a connection with the same key are for the same thing. */
export function passwordKey(owner: PasswordOwner | undefined): string {
  return owner?.kind === 'proxy' || owner?.kind === 'environment' || owner?.kind === 'ssh'
    ? routePasswordKey(owner)
    : certificateKey(owner);
}

/** A client certificate as its files describe it; times in epoch ms. */
export const certificateDetails = z.object({
  subject: z.string(),
  /** SHA-256 in lower-case hexadecimal digits. */
  fingerprint: z.string(),
  notBefore: z.number(),
  notAfter: z.number(),
});
export type CertificateDetails = z.infer<typeof certificateDetails>;

/** A certificate that a server presented. Its texts are from the server. */
export const serverCertificate = certificateDetails.extend({ issuer: z.string() });
export type ServerCertificate = z.infer<typeof serverCertificate>;

/** The state of a certificate that is not active. */
export const certificateView = z.object({
  needsPassword: z.boolean(),
  /** Its password is saved on this computer. */
  passwordSaved: z.literal(true).optional(),
  /** Why its files cannot be used. */
  problem: z.string().optional(),
  details: certificateDetails.optional(),
});
export type CertificateView = z.infer<typeof certificateView>;

/** A connection as listed by the UI: the stored part and its current state. */
export const connectionView = z.object({
  connection,
  /** Why it is unusable (the engine failed to open, a file is missing). */
  problem: z.string().optional(),
  needsPassword: z.boolean(),
  /** The password of the active certificate is saved on this computer. */
  passwordSaved: z.literal(true).optional(),
  /** The password of the proxy or of the SSH key is saved on this computer. */
  routePasswordSaved: z.literal(true).optional(),
  /** Absent without a certificate, or while its files cannot be opened. */
  certificate: certificateDetails.optional(),
  /** In the order of the connection's `otherCertificates`; absent without any. */
  otherCertificates: z.array(certificateView).optional(),
  /** Absent while the server has not requested a code. */
  twoFactor: twoFactorState.optional(),
});
export type ConnectionView = z.infer<typeof connectionView>;

/** The host key that an SSH server presented. */
export const presentedHostKey = z.object({ type: z.string(), fingerprint: hostKeyFingerprint });
export type PresentedHostKey = z.infer<typeof presentedHostKey>;

export const testStep = z.object({
  step: z.enum(['address', 'dns', 'tcp', 'proxy', 'ssh', 'tls', 'certificate', 'http', 'version', 'access']),
  ok: z.boolean(),
  message: z.string(),
  detail: z.string().optional(),
  ms: z.number(),
  /** Of a failed TLS step whose server presented a certificate that is not trusted, or is not the pinned one. */
  serverCertificate: serverCertificate.optional(),
  /** Of a failed SSH step whose server presented a host key that is not the pinned one. */
  hostKey: presentedHostKey.optional(),
});
export type TestStep = z.infer<typeof testStep>;
