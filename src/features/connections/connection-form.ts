/** State and validation of the form, and the resulting connection. Pure. */
import type { CallRequest, ConnectionMode, ServerConnection } from '../../contract/index.ts';
import type { ConnectionColour } from './connection-colour.ts';

export type CertificateKind = 'none' | 'pfx' | 'pem';

export interface ConnectionForm {
  readonly id: string | null;
  readonly name: string;
  readonly url: string;
  readonly colour: ConnectionColour;
  readonly mode: ConnectionMode;
  readonly certificate: CertificateKind;
  readonly pfxPath: string;
  readonly pemPath: string;
  readonly keyPath: string;
  readonly authorityPath: string;
  /** Sent with a test, and to the host's memory after saving. */
  readonly password: string;
}

export type FormProblems = Readonly<Partial<Record<keyof ConnectionForm, string>>>;

export const emptyForm: ConnectionForm = {
  id: null,
  name: '',
  url: '',
  colour: 'slate',
  mode: 'read-only',
  certificate: 'none',
  pfxPath: '',
  pemPath: '',
  keyPath: '',
  authorityPath: '',
  password: '',
};

export function formOf(connection: ServerConnection): ConnectionForm {
  const { certificate } = connection;
  return {
    ...emptyForm,
    id: connection.id,
    name: connection.name,
    url: connection.url,
    colour: connection.colour,
    mode: connection.mode,
    authorityPath: connection.authorityPath ?? '',
    ...(certificate === undefined
      ? {}
      : certificate.kind === 'pfx'
        ? { certificate: 'pfx', pfxPath: certificate.path }
        : { certificate: 'pem', pemPath: certificate.certificatePath, keyPath: certificate.keyPath }),
  };
}

/** Null for a valid address; otherwise the problem and a correction. */
export function addressProblem(typed: string): string | null {
  const text = typed.trim();
  if (text === '')
    return 'Enter the server address, such as https://db.example.com or http://localhost:8080.';
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
    const local = /^(localhost|127\.|\[?::1)/i.test(text);
    return `Start with https:// or http://, such as ${local ? 'http' : 'https'}://${text.replace(/^\/+/, '')}`;
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'Invalid address. Enter server and port, such as http://localhost:8080.';
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `RavenDB supports http and https, not ${url.protocol.replace(':', '')}.`;
  if (url.username !== '' || url.password !== '')
    return 'Remove user and password. RavenDB uses client certificates.';
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return `Enter only the server address: ${url.origin}`;
  return null;
}

export function problemsOf(form: ConnectionForm, otherNames: readonly string[]): FormProblems {
  const problems: Partial<Record<keyof ConnectionForm, string>> = {};
  const name = form.name.trim();
  if (name === '') problems.name = 'Enter a name.';
  else if (name.length > 120) problems.name = 'Enter at most 120 characters.';
  else if (otherNames.some((other) => other.toLowerCase() === name.toLowerCase()))
    problems.name = `A connection named “${name}” already exists.`;

  const address = addressProblem(form.url);
  if (address !== null) problems.url = address;
  else if (form.certificate !== 'none' && form.url.trim().toLowerCase().startsWith('http://'))
    problems.certificate = 'Certificates require https. Change the address, or select “None”.';

  if (form.certificate === 'pfx' && form.pfxPath.trim() === '')
    problems.pfxPath = 'Enter or select the path of the .pfx file.';
  if (form.certificate === 'pem' && form.pemPath.trim() === '')
    problems.pemPath = 'Enter or select the path of the certificate (.pem or .crt).';
  if (form.certificate === 'pem' && form.keyPath.trim() === '')
    problems.keyPath = 'Enter or select the path of the private key (.key or .pem).';
  return problems;
}

type SaveRequest = CallRequest<'connections.save'>['connection'];
type TestRequest = CallRequest<'connections.test'>;

/** Requires a form without problems. */
export function toConnection(form: ConnectionForm): SaveRequest {
  return {
    ...(form.id === null ? {} : { id: form.id }),
    kind: 'server',
    name: form.name.trim(),
    colour: form.colour,
    mode: form.mode,
    ...reachedBy(form),
  };
}

export function toTest(form: ConnectionForm): TestRequest {
  return { ...reachedBy(form), ...(form.password === '' ? {} : { password: form.password }) };
}

function reachedBy(form: ConnectionForm): Pick<SaveRequest, 'url' | 'certificate' | 'authorityPath'> {
  const authorityPath = form.authorityPath.trim();
  return {
    url: new URL(form.url.trim()).origin,
    ...(form.certificate === 'pfx'
      ? { certificate: { kind: 'pfx' as const, path: form.pfxPath.trim() } }
      : form.certificate === 'pem'
        ? {
            certificate: {
              kind: 'pem' as const,
              certificatePath: form.pemPath.trim(),
              keyPath: form.keyPath.trim(),
            },
          }
        : {}),
    ...(authorityPath === '' ? {} : { authorityPath }),
  };
}
