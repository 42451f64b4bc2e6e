/** Decides which changes of connections need a confirmation, and composes its text. Pure. */
import {
  allowsMore,
  atNode,
  certificateFiles,
  certificateKey,
  certificatesOf,
  commandOf,
  fingerprintText,
  nodeKey,
  routeKey,
  type ClientCertificate,
  type Connection,
  type ConnectionMode,
  type OtherNode,
  type SecretCommand,
  type ServerCertificate,
  type ServerConnection,
} from '../../../src/contract/index.ts';
import { printable, type ConfirmationText } from './confirmation-text.ts';
import { routeText, throughText } from './route-texts.ts';

const access: Readonly<Record<ConnectionMode, string>> = {
  'read-only': 'read-only access',
  guarded: 'guarded access (documents and settings can be written)',
  full: 'full access (everything the server allows, deleting databases included)',
};

/** The destination of a connection, how it is recognized, and the credentials for it. */
export type Destination = Pick<
  ServerConnection,
  'url' | 'certificate' | 'otherCertificates' | 'authorityPath' | 'pinnedCertificate' | 'route' | 'nodes'
>;

/** The server itself, and each other node as a destination with the same credentials. */
export function destinationsOf(destination: Destination): Destination[] {
  const { nodes = [], ...alone } = destination;
  return [destination, ...nodes.map((node) => atNode(alone, node))];
}

/** The same address, recognized by the same certificates: what a password was entered for. */
export function sameServer(left: Destination, right: Destination): boolean {
  return serverParts(left, right).length === 0;
}

/** The same way to the server. */
export function sameRoute(left: Partial<Destination>, right: Partial<Destination>): boolean {
  return routeKey(left.route) === routeKey(right.route);
}

export function sameNodes(left: Partial<Destination>, right: Partial<Destination>): boolean {
  return addedNodes(left, right).length === 0 && addedNodes(right, left).length === 0;
}

/** Nodes that get the credentials of the connection only now. */
export function addedNodes(before: Partial<Destination>, after: Partial<Destination>): OtherNode[] {
  const had = new Set(before.nodes?.map(nodeKey));
  return (after.nodes ?? []).filter((each) => !had.has(nodeKey(each)));
}

export function filesOf(destination: Partial<Destination>): string[] {
  const { authorityPath, route } = destination;
  return [
    ...certificatesOf(destination).flatMap(certificateFiles),
    ...(authorityPath === undefined ? [] : [authorityPath]),
    ...(route?.kind === 'ssh' && route.keyPath !== undefined ? [route.keyPath] : []),
  ];
}

/** The commands that the host would start. */
export function commandsOf(destination: Partial<Destination>): SecretCommand[] {
  return certificatesOf(destination).flatMap((certificate) => {
    const command = commandOf(certificate);
    return command === undefined ? [] : [command];
  });
}

export interface ConnectionChange {
  /** Undefined: a new one. */
  readonly before: Connection | undefined;
  readonly after: Connection;
  /** Every stored connection. */
  readonly all: readonly Connection[];
  /** Whether its files may be read, and its certificates be used with that server, without a question. */
  readonly known: boolean;
  readonly seen: SeenCertificate;
}

/** The certificate with that fingerprint, if the server at that address presented it in a test of this run. */
export type SeenCertificate = (url: string, fingerprint: string) => ServerCertificate | undefined;

/** Undefined: the change does not raise access. */
export function changeText({
  before,
  after,
  all,
  known,
  seen,
}: ConnectionChange): ConfirmationText | undefined {
  const raised = allowsMore(after.mode, before?.mode ?? 'read-only');
  if (after.kind === 'sandbox')
    return raised
      ? {
          summary: `Allow ${access[after.mode]} to the sandbox on this computer`,
          details: [],
          allow: 'Allow access',
        }
      : undefined;
  const moved = before?.kind === 'server' ? changedParts(before, after) : [];
  if (!raised && moved.length === 0 && (before !== undefined || known)) return undefined;

  const where = `${address(after.url)}${throughText(after.route)} (connection "${printable(after.name, 60)}")`;
  const details = [
    ...(before?.kind === 'server' && before.name !== after.name
      ? [`Name: "${printable(before.name, 60)}" → "${printable(after.name, 60)}"`]
      : []),
    ...moved,
    ...(before === undefined ? destinationLines(after) : []),
    ...pinLines(after, before?.kind === 'server' ? before : undefined, seen),
    ...siblings(after, all),
  ];
  const sentence =
    before === undefined
      ? `Add ${where} with ${access[after.mode]}`
      : moved.length === 0
        ? `Allow ${access[after.mode]} to ${where}`
        : `Change to ${where} with ${access[after.mode]}`;
  const had = new Set(
    commandsOf(before?.kind === 'server' ? before : {}).map((each) => JSON.stringify(each)),
  );
  const programs = commandsOf(after).filter((each) => !had.has(JSON.stringify(each)));
  return {
    summary: programs.length === 0 ? sentence : `${sentence}, and start a program on this computer`,
    details: [...programs.map((each) => `Program: ${commandText(each)}`), ...details],
    ...(programs.length === 0 ? {} : { startsProgram: true }),
    allow: before === undefined ? 'Add connection' : raised ? 'Allow access' : 'Change connection',
  };
}

/** For a test of an address with unconfirmed files, or that accepts an unconfirmed certificate. */
export function testText(asked: Destination, seen: SeenCertificate): ConfirmationText {
  const test = `Test ${address(asked.url)}${throughText(asked.route)}`;
  return {
    summary:
      commandsOf(asked).length > 0
        ? `${test} and start a program on this computer`
        : filesOf(asked).length > 0
          ? `${test} with files of this computer`
          : asked.pinnedCertificate !== undefined
            ? `${test} and accept one server certificate`
            : test,
    details: [...destinationLines(asked), ...pinLines(asked, undefined, seen)],
    ...(commandsOf(asked).length === 0 ? {} : { startsProgram: true }),
    allow: 'Run test',
  };
}

/** Removing a node, or a certificate that is not active, is no part: it only takes access away. */
function changedParts(before: Destination, after: Destination): string[] {
  const had = new Set(certificatesOf(before).map(certificateKey));
  return [
    ...serverParts(before, after),
    ...(sameRoute(before, after) ? [] : [`Route: ${routeText(before.route)} → ${routeText(after.route)}`]),
    ...(certificateKey(before.certificate) === certificateKey(after.certificate)
      ? []
      : [
          `Client certificate: ${certificateText(before.certificate)} → ${certificateText(after.certificate)}`,
        ]),
    ...(after.otherCertificates ?? [])
      .filter((each) => !had.has(certificateKey(each)))
      .map((each) => `Client certificate added: ${certificateText(each)}`),
    ...addedNodes(before, after).map((each) => `Node added: ${nodeText(each)}`),
  ];
}

function serverParts(before: Destination, after: Destination): string[] {
  const parts: [string, string, string][] = [
    ['Address', address(before.url), address(after.url)],
    ['CA certificate', pathText(before.authorityPath), pathText(after.authorityPath)],
    ['Accepted server certificate', pinText(before.pinnedCertificate), pinText(after.pinnedCertificate)],
  ];
  const differs = [
    new URL(before.url).href !== new URL(after.url).href,
    before.authorityPath !== after.authorityPath,
    before.pinnedCertificate !== after.pinnedCertificate,
  ];
  return parts.filter((_part, index) => differs[index]).map(([what, from, to]) => `${what}: ${from} → ${to}`);
}

function destinationLines(destination: Destination): string[] {
  const { certificate, otherCertificates = [], authorityPath, pinnedCertificate, route } = destination;
  return [
    ...(route === undefined ? [] : [`Route: ${routeText(route)}`]),
    ...(certificate === undefined ? [] : [`Client certificate: ${certificateText(certificate)}`]),
    ...otherCertificates.map((each) => `Client certificate, not active: ${certificateText(each)}`),
    ...(authorityPath === undefined ? [] : [`CA certificate: ${pathText(authorityPath)}`]),
    ...(pinnedCertificate === undefined
      ? []
      : [`Accepted server certificate: ${pinText(pinnedCertificate)}`]),
    ...(destination.nodes ?? []).map((each) => `Node: ${nodeText(each)}`),
  ];
}

function nodeText({ tag, url, pinnedCertificate }: OtherNode): string {
  const pinned =
    pinnedCertificate === undefined ? '' : `; accepted certificate: ${pinText(pinnedCertificate)}`;
  return `${tag} at ${address(url)}, for reads with the same credentials${pinned}`;
}

/** What the new pins accept. The page names only fingerprints; the rest is what the host itself has seen. */
function pinLines(after: Destination, before: Destination | undefined, seen: SeenCertificate): string[] {
  const { pinnedCertificate } = after;
  return [
    ...(pinnedCertificate === undefined || pinnedCertificate === before?.pinnedCertificate
      ? []
      : pinnedLines('', seen(after.url, pinnedCertificate))),
    ...addedNodes(before ?? {}, after).flatMap(({ tag, url, pinnedCertificate: pinned }) =>
      pinned === undefined ? [] : pinnedLines(` of node ${tag}`, seen(url, pinned)),
    ),
  ];
}

function pinnedLines(whose: string, seen: ServerCertificate | undefined): string[] {
  if (seen === undefined)
    return [`No test since the start of Rookery received this certificate${whose} from that address.`];
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  return [
    `That certificate${whose} is for ${printable(seen.subject)}, issued by ${printable(seen.issuer)}, valid ${day(seen.notBefore)} to ${day(seen.notAfter)}.`,
    'Compare its fingerprint with the one that the administrator of the server reads there.',
  ];
}

function pinText(pinned: string | undefined): string {
  return pinned === undefined ? 'any from a trusted CA' : `only SHA-256 ${fingerprintText(pinned)}`;
}

/** A second connection to the same server bypasses the mode of the first one. */
function siblings(after: ServerConnection, all: readonly Connection[]): string[] {
  return all
    .filter(
      (each): each is ServerConnection =>
        each.kind === 'server' &&
        each.id !== after.id &&
        origin(each.url) === origin(after.url) &&
        allowsMore(after.mode, each.mode),
    )
    .map((each) => `The connection "${printable(each.name, 60)}" to the same server is ${each.mode}.`);
}

/** The effective address: host names in their ASCII form. */
function address(url: string): string {
  return printable(new URL(url).href.replace(/\/$/, ''), 300);
}

export function origin(url: string): string {
  return new URL(url).origin;
}

function certificateText(certificate: ClientCertificate | undefined): string {
  if (certificate === undefined) return 'none';
  if (certificate.kind === 'command') return `printed by the program ${commandText(certificate.command)}`;
  const files = certificateFiles(certificate).map(pathText).join(' with the key ');
  const { passwordCommand } = certificate;
  return passwordCommand === undefined
    ? files
    : `${files}, its password printed by the program ${commandText(passwordCommand)}`;
}

/** Complete: each argument in quotation marks, as it is passed. The contract allows only visible characters. */
function commandText(command: SecretCommand): string {
  return command.map((part) => JSON.stringify(part)).join(' ');
}

function pathText(path: string | undefined): string {
  return path === undefined ? 'none' : printable(path, 1024);
}
