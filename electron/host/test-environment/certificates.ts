/** Test certificates, created by the openssl program: a CA, a server, clients. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface TestCertificates {
  readonly folder: string;
  readonly authority: string;
  /** Signed by the CA for localhost and 127.0.0.1. */
  readonly server: { cert: string; key: string };
  /** Signed by the CA for another name. */
  readonly misnamed: { cert: string; key: string };
  readonly client: {
    cert: string;
    key: string;
    encryptedKey: string;
    pfx: string;
    pfxWithoutPassword: string;
  };
  /** Signed by the CA as well: what a client certificate is replaced with. */
  readonly nextClient: { cert: string; key: string };
  /** Self-signed for localhost and 127.0.0.1, as servers without a CA have it. */
  readonly selfSigned: { cert: string; key: string };
  /** From a CA that the server does not trust. */
  readonly stranger: { cert: string; key: string };
  readonly password: string;
  readonly remove: () => Promise<void>;
}

export async function makeCertificates(): Promise<TestCertificates> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-certificates-'));
  const at = (name: string): string => join(folder, name);
  const openssl = async (...args: string[]): Promise<void> => {
    await run('openssl', args);
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const issue = async (
    name: string,
    subject: string,
    ...more: string[]
  ): Promise<{ cert: string; key: string }> => {
    const pair = { cert: at(`${name}.pem`), key: at(`${name}.key`) };
    await openssl(
      'req',
      '-x509',
      ...newKey,
      '-subj',
      `/CN=${subject}`,
      '-out',
      pair.cert,
      '-keyout',
      pair.key,
      ...more,
    );
    return pair;
  };
  const root = await issue('authority', 'Test authority');
  const signed = ['-CA', root.cert, '-CAkey', root.key, '-addext', 'basicConstraints=critical,CA:FALSE'];
  const [server, misnamed, client, nextClient, selfSigned, stranger] = await Promise.all([
    issue('server', 'localhost', ...signed, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'),
    issue('misnamed', 'elsewhere', ...signed, '-addext', 'subjectAltName=DNS:elsewhere.test'),
    issue('client', 'A client', ...signed),
    issue('next-client', 'The next client', ...signed),
    issue('self-signed', 'localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'),
    issue('stranger', 'A stranger'),
  ]);
  const password = 'correct horse';
  const pfx = (name: string, secret: string): Promise<void> =>
    openssl(
      'pkcs12',
      '-export',
      '-in',
      client.cert,
      '-inkey',
      client.key,
      '-out',
      at(name),
      '-passout',
      `pass:${secret}`,
    );
  await Promise.all([
    openssl(
      'pkey',
      '-in',
      client.key,
      '-aes256',
      '-passout',
      `pass:${password}`,
      '-out',
      at('encrypted.key'),
    ),
    pfx('client.pfx', password),
    pfx('open.pfx', ''),
  ]);
  return {
    folder,
    authority: root.cert,
    server,
    misnamed,
    client: {
      ...client,
      encryptedKey: at('encrypted.key'),
      pfx: at('client.pfx'),
      pfxWithoutPassword: at('open.pfx'),
    },
    nextClient,
    selfSigned,
    stranger,
    password,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export const text = (path: string): Promise<string> => readFile(path, 'utf8');
