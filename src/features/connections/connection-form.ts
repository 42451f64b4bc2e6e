/** State and validation of the form, and the resulting connection. Pure. */
import type {
  CallRequest,
  ClientCertificate,
  ConnectionMode,
  ServerConnection,
} from '../../contract/index.ts';
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
  /** Changed with "Certificates…"; the form keeps them. */
  readonly otherCertificates: readonly ClientCertificate[];
  readonly authorityPath: string;
  /** The fingerprint of the only accepted server certificate; empty: any trusted one. */
  readonly pinnedCertificate: string;
  /** Sent with a test, and to the host's memory after saving. */
  readonly password: string;
  readonly savePassword: boolean;
}

/** The part of the form that names the files of one certificate. */
export type CertificateFiles = Pick<ConnectionForm, 'certificate' | 'pfxPath' | 'pemPath' | 'keyPath'>;

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
  otherCertificates: [],
  authorityPath: '',
  pinnedCertificate: '',
  password: '',
  savePassword: false,
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
    otherCertificates: connection.otherCertificates ?? [],
    authorityPath: connection.authorityPath ?? '',
    pinnedCertificate: connection.pinnedCertificate ?? '',
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

  return { ...problems, ...fileProblemsOf(form) };
}

export function fileProblemsOf({ certificate, pfxPath, pemPath, keyPath }: CertificateFiles): FormProblems {
  const problems: Partial<Record<keyof ConnectionForm, string>> = {};
  if (certificate === 'pfx' && pfxPath.trim() === '')
    problems.pfxPath = 'Enter or select the path of the .pfx file.';
  if (certificate === 'pem' && pemPath.trim() === '')
    problems.pemPath = 'Enter or select the path of the certificate (.pem or .crt).';
  if (certificate === 'pem' && keyPath.trim() === '')
    problems.keyPath = 'Enter or select the path of the private key (.key or .pem).';
  return problems;
}

/** Undefined for none. */
export function certificateOf({
  certificate,
  pfxPath,
  pemPath,
  keyPath,
}: CertificateFiles): ClientCertificate | undefined {
  if (certificate === 'none') return undefined;
  return certificate === 'pfx'
    ? { kind: 'pfx', path: pfxPath.trim() }
    : { kind: 'pem', certificatePath: pemPath.trim(), keyPath: keyPath.trim() };
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
    ...(form.otherCertificates.length === 0 ? {} : { otherCertificates: [...form.otherCertificates] }),
  };
}

export function toTest(form: ConnectionForm, origin: string): TestRequest {
  return { ...reachedBy(form, origin), ...(form.password === '' ? {} : { password: form.password }) };
}

function reachedBy(
  form: ConnectionForm,
  url: string,
): Pick<SaveRequest, 'url' | 'certificate' | 'authorityPath' | 'pinnedCertificate'> {
  const certificate = certificateOf(form);
  const authorityPath = form.authorityPath.trim();
  const { pinnedCertificate } = form;
  const isPinned = pinnedCertificate !== '' && url.startsWith('https:');
  return {
    url,
    ...(certificate === undefined ? {} : { certificate }),
    ...(authorityPath === '' ? {} : { authorityPath }),
    ...(isPinned ? { pinnedCertificate } : {}),
  };
}
