/** Decides which changes of connections need a confirmation, and composes its text. Pure. */
import {
  allowsMore,
  type ClientCertificate,
  type Connection,
  type ConnectionMode,
  type ServerConnection,
} from '../../../src/contract/index.ts';
import { printable, type ConfirmationText } from './confirmation-text.ts';

const access: Readonly<Record<ConnectionMode, string>> = {
  'read-only': 'read-only access',
  guarded: 'guarded access (documents and settings can be written)',
  full: 'full access (everything the server allows, deleting databases included)',
};

/** The destination of a connection and the credentials it presents. */
export type Destination = Pick<ServerConnection, 'url' | 'certificate' | 'authorityPath'>;

export function sameDestination(left: Destination, right: Destination): boolean {
  return changedParts(left, right).length === 0;
}

export function filesOf({ certificate, authorityPath }: Partial<Destination>): string[] {
  return [
    ...(certificate === undefined
      ? []
      : certificate.kind === 'pfx'
        ? [certificate.path]
        : [certificate.certificatePath, certificate.keyPath]),
    ...(authorityPath === undefined ? [] : [authorityPath]),
  ];
}

export interface ConnectionChange {
  /** Undefined: a new one. */
  readonly before: Connection | undefined;
  readonly after: Connection;
  /** Every stored connection. */
  readonly all: readonly Connection[];
  /** Whether its files may be read, and its certificate presented to that server, without a question. */
  readonly filesKnown: boolean;
}

/** Undefined: the change does not raise access. */
export function changeText({
  before,
  after,
  all,
  filesKnown,
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
  const newFiles = before === undefined && !filesKnown && filesOf(after).length > 0;
  if (!raised && moved.length === 0 && !newFiles) return undefined;

  const where = `${address(after.url)} (connection "${printable(after.name, 60)}")`;
  const details = [
    ...(before?.kind === 'server' && before.name !== after.name
      ? [`Name: "${printable(before.name, 60)}" → "${printable(after.name, 60)}"`]
      : []),
    ...moved,
    ...(before === undefined ? destinationLines(after) : []),
    ...siblings(after, all),
  ];
  const sentence =
    before === undefined
      ? `Add ${where} with ${access[after.mode]}`
      : moved.length === 0
        ? `Allow ${access[after.mode]} to ${where}`
        : `Change to ${where} with ${access[after.mode]}`;
  return {
    summary: sentence,
    details,
    allow: before === undefined ? 'Add connection' : raised ? 'Allow access' : 'Change connection',
  };
}

/** For a test of an address with unconfirmed files. */
export function testText(asked: Destination): ConfirmationText {
  return {
    summary: `Test ${address(asked.url)} with files of this computer`,
    details: destinationLines(asked),
    allow: 'Run test',
  };
}

function changedParts(before: Destination, after: Destination): string[] {
  const parts: [string, string, string][] = [
    ['Address', address(before.url), address(after.url)],
    ['Client certificate', certificateText(before.certificate), certificateText(after.certificate)],
    ['CA certificate', pathText(before.authorityPath), pathText(after.authorityPath)],
  ];
  const differs = [
    new URL(before.url).href !== new URL(after.url).href,
    JSON.stringify(before.certificate) !== JSON.stringify(after.certificate),
    before.authorityPath !== after.authorityPath,
  ];
  return parts.filter((_part, index) => differs[index]).map(([what, from, to]) => `${what}: ${from} → ${to}`);
}

function destinationLines({ certificate, authorityPath }: Destination): string[] {
  return [
    ...(certificate === undefined ? [] : [`Client certificate: ${certificateText(certificate)}`]),
    ...(authorityPath === undefined ? [] : [`CA certificate: ${pathText(authorityPath)}`]),
  ];
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
  return certificate.kind === 'pfx'
    ? pathText(certificate.path)
    : `${pathText(certificate.certificatePath)} with the key ${pathText(certificate.keyPath)}`;
}

function pathText(path: string | undefined): string {
  return path === undefined ? 'none' : printable(path, 1024);
}
