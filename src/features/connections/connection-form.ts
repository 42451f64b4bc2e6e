/** State and validation of the form, and the resulting connection. Pure. */
import type {
  CallRequest,
  ClientCertificate,
  ConnectionMode,
  OtherNode,
  ServerConnection,
} from '../../contract/index.ts';
import type { ConnectionColour } from './connection-colour.ts';
import { commandOfLines, commandProblemOf, linesOfCommand } from './command-lines.ts';
import {
  directRoute,
  enteredRoutePassword,
  routeFormOf,
  routeOf,
  routeProblemsOf,
  type RouteForm,
} from './route-form.ts';
import { linesOfNodes, nodesOfLines, nodesProblemOf } from './node-lines.ts';
import { nameFromAddress, readTypedAddress } from './server-address.ts';

export type CertificateKind = 'none' | 'pfx' | 'pem' | 'command';
export type PasswordSource = 'user' | 'command';

export interface ConnectionForm extends RouteForm {
  readonly id: string | null;
  readonly name: string;
  readonly url: string;
  readonly colour: ConnectionColour;
  /** Empty: none. */
  readonly group: string;
  readonly favourite: boolean;
  readonly mode: ConnectionMode;
  readonly certificate: CertificateKind;
  readonly pfxPath: string;
  readonly pemPath: string;
  readonly keyPath: string;
  /** Prints certificate and key: the program and its arguments, one per line. */
  readonly command: string;
  readonly passwordFrom: PasswordSource;
  /** Prints the password, in the same form. */
  readonly passwordCommand: string;
  /** Changed with "Certificates…"; the form keeps them. */
  readonly otherCertificates: readonly ClientCertificate[];
  readonly authorityPath: string;
  /** Other nodes for reads, one per line: tag and address. */
  readonly nodes: string;
  /** The fingerprint of the only accepted server certificate; empty: any trusted one. */
  readonly pinnedCertificate: string;
  /** Sent with a test, and to the host's memory after saving. */
  readonly password: string;
  readonly savePassword: boolean;
}

/** The part of the form that names the files and commands of one certificate. */
export type CertificateFiles = Pick<
  ConnectionForm,
  'certificate' | 'pfxPath' | 'pemPath' | 'keyPath' | 'command' | 'passwordFrom' | 'passwordCommand'
>;

export type FormProblems = Readonly<Partial<Record<keyof ConnectionForm, string>>>;

export const emptyForm: ConnectionForm = {
  id: null,
  name: '',
  url: '',
  colour: 'slate',
  group: '',
  favourite: false,
  mode: 'read-only',
  certificate: 'none',
  pfxPath: '',
  pemPath: '',
  keyPath: '',
  command: '',
  passwordFrom: 'user',
  passwordCommand: '',
  otherCertificates: [],
  authorityPath: '',
  nodes: '',
  pinnedCertificate: '',
  password: '',
  savePassword: false,
  ...directRoute,
};

export function formOf(connection: ServerConnection): ConnectionForm {
  const { certificate } = connection;
  return {
    ...emptyForm,
    id: connection.id,
    name: connection.name,
    url: connection.url,
    colour: connection.colour,
    group: connection.group ?? '',
    favourite: connection.favourite === true,
    mode: connection.mode,
    otherCertificates: connection.otherCertificates ?? [],
    authorityPath: connection.authorityPath ?? '',
    nodes: linesOfNodes(connection.nodes ?? []),
    pinnedCertificate: connection.pinnedCertificate ?? '',
    ...routeFormOf(connection.route),
    ...(certificate === undefined ? {} : partsOf(certificate)),
  };
}

function partsOf(certificate: ClientCertificate): Partial<CertificateFiles> {
  if (certificate.kind === 'command')
    return { certificate: 'command', command: linesOfCommand(certificate.command) };
  const { passwordCommand } = certificate;
  return {
    ...(certificate.kind === 'pfx'
      ? { certificate: 'pfx', pfxPath: certificate.path }
      : { certificate: 'pem', pemPath: certificate.certificatePath, keyPath: certificate.keyPath }),
    ...(passwordCommand === undefined
      ? {}
      : { passwordFrom: 'command', passwordCommand: linesOfCommand(passwordCommand) }),
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
  if (form.group.trim().length > 60) problems.group = 'Enter at most 60 characters.';

  const address = readTypedAddress(form.url);
  if (address.kind === 'invalid') problems.url = address.problem;
  else if (form.certificate !== 'none' && address.origins.every((origin) => origin.startsWith('http:')))
    problems.certificate = 'Certificates require https. Change the address, or select “None”.';

  const ofNodes = nodesProblemOf(form.nodes, form.url);
  if (ofNodes !== undefined) problems.nodes = ofNodes;

  return { ...problems, ...fileProblemsOf(form), ...routeProblemsOf(form) };
}

export function fileProblemsOf(files: CertificateFiles): FormProblems {
  const { certificate, pfxPath, pemPath, keyPath } = files;
  const problems: Partial<Record<keyof ConnectionForm, string>> = {};
  if (certificate === 'pfx' && pfxPath.trim() === '')
    problems.pfxPath = 'Enter or select the path of the .pfx file.';
  if (certificate === 'pem' && pemPath.trim() === '')
    problems.pemPath = 'Enter or select the path of the certificate (.pem or .crt).';
  if (certificate === 'pem' && keyPath.trim() === '')
    problems.keyPath = 'Enter or select the path of the private key (.key or .pem).';
  const ofCommand = certificate === 'command' ? commandProblemOf(files.command) : undefined;
  if (ofCommand !== undefined) problems.command = ofCommand;
  const usesProgram = (certificate === 'pfx' || certificate === 'pem') && files.passwordFrom === 'command';
  const ofPassword = usesProgram ? commandProblemOf(files.passwordCommand) : undefined;
  if (ofPassword !== undefined) problems.passwordCommand = ofPassword;
  return problems;
}

/** Undefined for none. */
export function certificateOf(files: CertificateFiles): ClientCertificate | undefined {
  const { certificate, pfxPath, pemPath, keyPath } = files;
  if (certificate === 'none') return undefined;
  if (certificate === 'command') return { kind: 'command', command: commandOfLines(files.command) };
  const password =
    files.passwordFrom === 'command' ? { passwordCommand: commandOfLines(files.passwordCommand) } : {};
  return certificate === 'pfx'
    ? { kind: 'pfx', path: pfxPath.trim(), ...password }
    : { kind: 'pem', certificatePath: pemPath.trim(), keyPath: keyPath.trim(), ...password };
}

/** Empty when none is needed, or a program prints it. */
export function enteredPassword({ certificate, passwordFrom, password }: ConnectionForm): string {
  return (certificate === 'pfx' || certificate === 'pem') && passwordFrom === 'user' ? password : '';
}

type SaveRequest = CallRequest<'connections.save'>['connection'];
type TestRequest = CallRequest<'connections.test'>;

/** Requires a form with a name and without problems. */
export function toConnection(form: ConnectionForm, origin: string): SaveRequest {
  const nodes = nodesOfLines(form.nodes);
  return {
    ...(form.id === null ? {} : { id: form.id }),
    kind: 'server',
    name: form.name.trim(),
    colour: form.colour,
    mode: form.mode,
    ...reachedBy(form, origin),
    ...(form.group.trim() === '' ? {} : { group: form.group.trim() }),
    ...(nodes.length === 0 ? {} : { nodes }),
    ...(form.favourite ? { favourite: true as const } : {}),
    ...(form.otherCertificates.length === 0 ? {} : { otherCertificates: [...form.otherCertificates] }),
  };
}

export function toTest(form: ConnectionForm, origin: string): TestRequest {
  const password = enteredPassword(form);
  const routePassword = enteredRoutePassword(form);
  const nodes = nodesOfLines(form.nodes);
  return {
    ...reachedBy(form, origin),
    ...(nodes.length === 0 ? {} : { nodes }),
    ...(password === '' ? {} : { password }),
    ...(routePassword === '' ? {} : { routePassword }),
  };
}

/** With the certificate that the node alone pins, else the one of the server. */
export function toNodeTest(form: ConnectionForm, node: OtherNode): TestRequest {
  const pinnedCertificate = node.pinnedCertificate ?? form.pinnedCertificate;
  return toTest({ ...form, pinnedCertificate, nodes: '' }, node.url);
}

function reachedBy(
  form: ConnectionForm,
  url: string,
): Pick<SaveRequest, 'url' | 'certificate' | 'authorityPath' | 'pinnedCertificate' | 'route'> {
  const route = routeOf(form);
  const certificate = certificateOf(form);
  const authorityPath = form.authorityPath.trim();
  const { pinnedCertificate } = form;
  const isPinned = pinnedCertificate !== '' && url.startsWith('https:');
  return {
    url,
    ...(certificate === undefined ? {} : { certificate }),
    ...(authorityPath === '' ? {} : { authorityPath }),
    ...(isPinned ? { pinnedCertificate } : {}),
    ...(route === undefined ? {} : { route }),
  };
}
