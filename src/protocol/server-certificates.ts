/** The client certificates that a secured server knows, with their clearance and rights on databases. */
import { z } from 'zod';
import type { CertificateGeneration, ExportProgress, Port } from '../contract/index.ts';
import type { ServerClient } from './client.ts';
import { parseServerDate } from './server-date.ts';

const definition = z.looseObject({
  Name: z.string().nullish().catch(null),
  Thumbprint: z.string(),
  SecurityClearance: z.string().nullish().catch(null),
  Permissions: z.record(z.string(), z.string().catch('')).nullish().catch(null),
  NotBefore: z.string().nullish().catch(null),
  NotAfter: z.string().nullish().catch(null),
});
const list = z.looseObject({
  Results: z.array(definition),
  LoadedServerCert: z.string().nullish().catch(null),
});

export interface RegisteredCertificate {
  readonly name: string;
  /** SHA-1 in upper-case hexadecimal digits. */
  readonly thumbprint: string;
  /** As sent: `ClusterAdmin`, `ClusterNode`, `Operator`, `ValidUser`, or one of a newer server. */
  readonly clearance: string;
  /** By database name; `Read`, `ReadWrite`, `Admin`. */
  readonly permissions: ReadonlyMap<string, string>;
  /** Epoch ms; NaN where the server sends none. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** The certificate of the server itself. */
  readonly isServer: boolean;
}

/** The part of a certificate that can be changed. */
export interface CertificateRights {
  readonly name: string;
  readonly clearance: string;
  readonly permissions: ReadonlyMap<string, string>;
}

/** Without the certificates themselves. */
export async function listCertificates(
  server: ServerClient,
  signal?: AbortSignal,
): Promise<readonly RegisteredCertificate[]> {
  const read = await server.read(list, 'GET', '/admin/certificates', {
    query: { metadataOnly: true },
    signal,
  });
  return read.Results.map((each) => ({
    name: each.Name ?? '',
    thumbprint: each.Thumbprint,
    clearance: each.SecurityClearance ?? 'unknown',
    permissions: new Map(Object.entries(each.Permissions ?? {})),
    notBefore: parseServerDate(each.NotBefore ?? ''),
    notAfter: parseServerDate(each.NotAfter ?? ''),
    isServer: each.Thumbprint === read.LoadedServerCert,
  }));
}

/** `certificate`: the public part, DER in base64. A certificate that the server knows gets these rights. */
export async function uploadCertificate(
  server: ServerClient,
  certificate: string,
  rights: CertificateRights,
  signal?: AbortSignal,
): Promise<void> {
  await server.send('PUT', '/admin/certificates', {
    json: { ...rightsBody(rights), Certificate: certificate },
    confirm: true,
    signal,
  });
}

export async function editCertificate(
  server: ServerClient,
  thumbprint: string,
  rights: CertificateRights,
  signal?: AbortSignal,
): Promise<void> {
  await server.send('POST', '/admin/certificates/edit', {
    json: { Thumbprint: thumbprint, ...rightsBody(rights) },
    confirm: true,
    signal,
  });
}

/** RavenDB answers 204 also when it does not know the thumbprint, and refuses the certificate of the caller. */
export async function deleteCertificate(
  server: ServerClient,
  thumbprint: string,
  signal?: AbortSignal,
): Promise<void> {
  await server.send('DELETE', '/admin/certificates', { query: { thumbprint }, confirm: true, signal });
}

/**
 * The server generates certificate and key; the host writes its archive to a file of the user. No page sees the key.
 * Resolves with the complete path of the file, or null for a download of the browser.
 */
export async function generateCertificate(
  port: Port,
  request: Omit<CertificateGeneration, 'id'>,
  options: { readonly signal: AbortSignal; readonly onProgress: (progress: ExportProgress) => void },
): Promise<string | null> {
  const id = crypto.randomUUID();
  const ended = new AbortController();
  const watch = async (): Promise<void> => {
    for await (const progress of port.open('exports.progress', { id }, { signal: ended.signal }))
      options.onProgress(progress);
  };
  // Opened first, so that no progress is missed. A failure of the port fails the call too, which is reported.
  const watched = watch().catch(() => undefined);
  try {
    return (await port.call('certificates.generate', { ...request, id }, { signal: options.signal })).file;
  } finally {
    ended.abort();
    await watched;
  }
}

function rightsBody({ name, clearance, permissions }: CertificateRights) {
  return { Name: name, SecurityClearance: clearance, Permissions: Object.fromEntries(permissions) };
}
