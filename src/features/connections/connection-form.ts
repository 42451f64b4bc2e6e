/** State and validation of the form, and the resulting connection. Pure. */
import type { CallRequest, ConnectionMode, ServerConnection } from '../../contract/index.ts';
import type { ConnectionColour } from './connection-colour.ts';
import { nameFromAddress, readTypedAddress } from './server-address.ts';

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

/** The origins to try, in this order: TLS only when a certificate is presented. */
export function originsOf(form: ConnectionForm): readonly string[] {
  const address = readTypedAddress(form.url);
  if (address.kind === 'invalid') return [];
  if (form.certificate === 'none' || address.origins.length === 1) return address.origins;
  return address.origins.filter((origin) => origin.startsWith('https:'));
}

/** The form as it is saved: an empty name becomes that of the address. */
export function withName(form: ConnectionForm, otherNames: readonly string[]): ConnectionForm {
  return form.name.trim() === '' ? { ...form, name: nameFromAddress(form.url, otherNames) } : form;
}

export function problemsOf(form: ConnectionForm, otherNames: readonly string[]): FormProblems {
  const problems: Partial<Record<keyof ConnectionForm, string>> = {};
  const name = form.name.trim();
  if (name.length > 120) problems.name = 'Enter at most 120 characters.';
  else if (otherNames.some((other) => other.toLowerCase() === name.toLowerCase()))
    problems.name = `A connection named “${name}” already exists.`;

  const address = readTypedAddress(form.url);
  if (address.kind === 'invalid') problems.url = address.problem;
  else if (form.certificate !== 'none' && address.origins.every((origin) => origin.startsWith('http:')))
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

/** Requires a form with a name and without problems. */
export function toConnection(form: ConnectionForm, origin: string): SaveRequest {
  return {
    ...(form.id === null ? {} : { id: form.id }),
    kind: 'server',
    name: form.name.trim(),
    colour: form.colour,
    mode: form.mode,
    ...reachedBy(form, origin),
  };
}

export function toTest(form: ConnectionForm, origin: string): TestRequest {
  return { ...reachedBy(form, origin), ...(form.password === '' ? {} : { password: form.password }) };
}

function reachedBy(
  form: ConnectionForm,
  url: string,
): Pick<SaveRequest, 'url' | 'certificate' | 'authorityPath'> {
  const authorityPath = form.authorityPath.trim();
  return {
    url,
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
