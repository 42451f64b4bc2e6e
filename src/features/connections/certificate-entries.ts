/** The certificates of a connection as a list, and the changes of that list. Pure. */
import {
  certificateFiles,
  certificateKey,
  certificatesOf,
  commandOf,
  type CertificateDetails,
  type CertificateView,
  type ClientCertificate,
  type ConnectionView,
  type ServerConnection,
} from '../../contract/index.ts';

export interface CertificateEntry extends CertificateView {
  readonly key: string;
  readonly certificate: ClientCertificate;
  readonly active: boolean;
}

/** The active one first. */
export function entriesOf(view: ConnectionView): readonly CertificateEntry[] {
  const {
    connection,
    needsPassword,
    passwordSaved,
    problem,
    certificate: details,
    otherCertificates = [],
  } = view;
  if (connection.kind !== 'server') return [];
  const activeState: CertificateView = {
    needsPassword,
    ...(passwordSaved === undefined ? {} : { passwordSaved }),
    ...(problem === undefined ? {} : { problem }),
    ...(details === undefined ? {} : { details }),
  };
  const states =
    connection.certificate === undefined ? otherCertificates : [activeState, ...otherCertificates];
  return certificatesOf(connection).map((certificate, index) => ({
    // Between two reads of the list the states can be missing.
    ...(states[index] ?? { needsPassword: false }),
    key: certificateKey(certificate),
    certificate,
    active: connection.certificate !== undefined && index === 0,
  }));
}

/** The one that was active is kept. */
export function withActive(connection: ServerConnection, chosen: ClientCertificate): ServerConnection {
  return { ...listed(connection, certificatesOf(connection), chosen), certificate: chosen };
}

/** A certificate that is there already stays as it is. */
export function withAdded(connection: ServerConnection, added: ClientCertificate): ServerConnection {
  const all = certificatesOf(connection);
  const isThere = all.some((each) => certificateKey(each) === certificateKey(added));
  return listed(connection, isThere ? all : [...all, added], connection.certificate);
}

/** For one that is not active. */
export function without(connection: ServerConnection, removed: ClientCertificate): ServerConnection {
  const rest = certificatesOf(connection).filter((each) => certificateKey(each) !== certificateKey(removed));
  return listed(connection, rest, connection.certificate);
}

function listed(
  connection: ServerConnection,
  all: readonly ClientCertificate[],
  active: ClientCertificate | undefined,
): ServerConnection {
  const others = all.filter((each) => certificateKey(each) !== certificateKey(active));
  return { ...connection, otherCertificates: others };
}

/** The file that names a certificate, or the program that prints it. */
export function pathOf(certificate: ClientCertificate): string {
  return certificateFiles(certificate)[0] ?? commandOf(certificate)?.join(' ') ?? '';
}

/** How the list shows the kind of a certificate. */
export function kindOf(certificate: ClientCertificate): string {
  return certificate.kind === 'command' ? 'from a program' : certificate.kind.toUpperCase();
}

/** `CN=test operator, O=Example` → `test operator`. */
export function subjectName({ subject }: CertificateDetails): string {
  return /(?:^|, )CN=([^,]+)/.exec(subject)?.[1] ?? subject;
}

/** Of the other certificates, the valid one that ends last, if that is later than the active one. */
export function successorOf(view: ConnectionView, now: number): CertificateDetails | undefined {
  const end = view.certificate?.notAfter ?? 0;
  return entriesOf(view)
    .filter(({ active }) => !active)
    .flatMap(({ details }) => details ?? [])
    .filter(({ notBefore, notAfter }) => notBefore <= now && notAfter > Math.max(end, now))
    .sort((left, right) => right.notAfter - left.notAfter)[0];
}
