/** Client certificate and CA of a connection, read on use so that a renewed file takes effect immediately. */
import tls from 'node:tls';
import { certificateFiles, PortError, type ClientCertificate } from '../../../src/contract/index.ts';
import { credentialFileStamp, readCredentialFile } from './credential-file.ts';

export interface CredentialFiles {
  readonly certificate?: ClientCertificate | undefined;
  readonly authorityPath?: string | undefined;
}

/** What opens a client certificate, and is in none of its files. */
export interface ClientSecrets {
  readonly password?: string | undefined;
  /** Certificate and key, printed by the command of the certificate. */
  readonly pem?: string | undefined;
}

export const needsFiles = (files: CredentialFiles): boolean =>
  files.certificate !== undefined || files.authorityPath !== undefined;

/** Changes when one of the files changes. */
export async function credentialStamp(files: CredentialFiles): Promise<string> {
  const stamps = paths(files).map(({ path, what }) => credentialFileStamp(path, what));
  return (await Promise.all(stamps)).join('|');
}

/** The TLS options for a server. Throws `certificate` or `password-needed`. */
export async function openSecureContext(
  files: CredentialFiles,
  secrets: ClientSecrets,
): Promise<tls.SecureContext> {
  const authority = files.authorityPath === undefined ? undefined : await readAuthority(files.authorityPath);
  return tls.createSecureContext({
    minVersion: 'TLSv1.2',
    ...trusted(authority),
    ...(await readCertificate(files.certificate, secrets)),
  });
}

/** Checks a client certificate: readable, decryptable and usable. */
export async function readCertificate(
  certificate: ClientCertificate | undefined,
  { password, pem }: ClientSecrets,
): Promise<tls.SecureContextOptions> {
  if (certificate === undefined) return {};
  if (certificate.kind === 'command') return readPrintedCertificate(pem);
  const passphrase = password === undefined ? {} : { passphrase: password };
  let material: tls.SecureContextOptions;
  let named: string;
  if (certificate.kind === 'pfx') {
    named = certificate.path;
    material = { pfx: await readCredentialFile(certificate.path, 'The client certificate'), ...passphrase };
  } else {
    named = certificate.keyPath;
    const key = await readCredentialFile(certificate.keyPath, 'The key of the client certificate');
    const cert = await readCredentialFile(certificate.certificatePath, 'The client certificate');
    if (password === undefined && key.includes('ENCRYPTED')) throw passwordNeeded(named, false);
    if (!cert.includes('BEGIN CERTIFICATE'))
      throw new PortError({
        code: 'certificate',
        message: `${certificate.certificatePath} contains no PEM certificate (BEGIN CERTIFICATE).`,
      });
    material = { cert, key, ...passphrase };
  }
  try {
    tls.createSecureContext(material);
  } catch (cause) {
    throw explainContextFailure(cause, named, password !== undefined);
  }
  return material;
}

/** No text of the output is in an error: it contains a key. */
function readPrintedCertificate(pem: string | undefined): tls.SecureContextOptions {
  const problem = (message: string): PortError => new PortError({ code: 'certificate', message });
  if (pem === undefined) throw problem('The command that prints the client certificate has not run yet.');
  if (!pem.includes('BEGIN CERTIFICATE') || !/BEGIN [A-Z ]*PRIVATE KEY/.test(pem))
    throw problem(
      'The command for the client certificate must print a certificate and a private key as PEM (BEGIN CERTIFICATE, BEGIN PRIVATE KEY).',
    );
  if (pem.includes('ENCRYPTED'))
    throw problem('The command for the client certificate prints an encrypted key. Print it unencrypted.');
  const material = { cert: pem, key: pem };
  try {
    tls.createSecureContext(material);
  } catch (cause) {
    throw problem(
      /values.mismatch/i.test(String(cause))
        ? 'The key that the command prints does not belong to the certificate that it prints.'
        : 'The command prints a certificate or a key that cannot be read as PEM.',
    );
  }
  return material;
}

async function readAuthority(path: string): Promise<Buffer> {
  const authority = await readCredentialFile(path, 'The CA certificate');
  if (!authority.includes('BEGIN CERTIFICATE'))
    throw new PortError({
      code: 'certificate',
      message: `${path} contains no PEM certificate (BEGIN CERTIFICATE), so it cannot be used as CA certificate.`,
    });
  return authority;
}

let systemAuthorities: string[] | undefined;

/** Node trusts only its own list; the system's CAs are added where this Node can read them. */
function trusted(authority: Buffer | undefined): tls.SecureContextOptions {
  if (systemAuthorities === undefined) {
    const readSystem: unknown = 'getCACertificates' in tls ? tls.getCACertificates : undefined;
    systemAuthorities = readSystem === undefined ? [] : tls.getCACertificates('system');
  }
  if (authority === undefined && systemAuthorities.length === 0) return {};
  return {
    ca: [
      ...new Set([...tls.rootCertificates, ...systemAuthorities]),
      ...(authority === undefined ? [] : [authority]),
    ],
  };
}

function explainContextFailure(cause: unknown, path: string, hadPassword: boolean): PortError {
  const text = String(cause);
  if (/mac verify|incorrect.?password|bad.?decrypt|bad.?password|interrupted or cancelled/i.test(text))
    return passwordNeeded(path, hadPassword);
  const message = /unsupported/i.test(text)
    ? `${path} is encrypted with an outdated algorithm. Export it again with AES (OpenSSL 3: without -legacy).`
    : /values.mismatch/i.test(text)
      ? `The key ${path} does not belong to the chosen certificate.`
      : `${path} is not a valid certificate (PFX/PKCS#12, or a PEM key).`;
  return new PortError({ code: 'certificate', message, detail: text });
}

function passwordNeeded(path: string, tried: boolean): PortError {
  return new PortError({
    code: 'password-needed',
    message: tried ? `The password does not open ${path}.` : `${path} is protected by a password.`,
    retryable: true,
  });
}

function paths({ certificate, authorityPath }: CredentialFiles): { path: string; what: string }[] {
  const whats = ['The client certificate', 'The key of the client certificate'];
  const own = (certificate === undefined ? [] : certificateFiles(certificate)).map((path, index) => ({
    path,
    what: whats[index] ?? 'The client certificate',
  }));
  return authorityPath === undefined ? own : [...own, { path: authorityPath, what: 'The CA certificate' }];
}
