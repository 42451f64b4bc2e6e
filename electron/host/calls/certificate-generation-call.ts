/**
 * The server generates a client certificate with its key. The archive goes from the server to a file that the user
 * chose first: no page sees the key, and no certificate is generated that nobody can use.
 */
import {
  PortError,
  toPortError,
  type CertificateGeneration,
  type Connection,
  type HttpResponse,
} from '../../../src/contract/index.ts';
import { printable, type ConfirmationText } from '../confirmation/confirmation-text.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';
import type { ExportSink, ExportWay } from '../export/export-way.ts';
import { exportFileName } from '../export/file-name.ts';
import { openSink, type ChoosingProgress } from '../export/open-sink.ts';
import { allowedOrThrow, judgeFor } from '../policy/judge-for.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';
import type { Transport } from '../transport/transport.ts';
import { serverMessage } from '../transport/server-message.ts';

export interface GenerationParts {
  readonly connection: Connection;
  readonly mustBeUnchanged: () => void;
  readonly transport: Transport;
  readonly confirmations: WindowConfirmations;
  readonly request: CertificateGeneration;
  readonly way: ExportWay;
  readonly signal: AbortSignal;
  readonly report: (progress: ChoosingProgress) => void;
}

export async function generateToFile(parts: GenerationParts): Promise<{ file: string | null }> {
  const { request, way, signal, report } = parts;
  const judged = await confirmed(parts);
  const file = { name: exportFileName(request.name, 'zip'), format: 'zip' as const };
  const sink = await openSink(way, file, signal, report);
  const content = await generated(parts, judged, sink);
  try {
    await sink.write(content, 0);
    return { file: await sink.finish() };
  } catch (thrown) {
    const { message, detail } = toPortError(thrown);
    throw new PortError({
      code: 'storage',
      message: `The server generated ${request.name}, but its archive was not saved: ${message} Delete the certificate on the server and generate another. ${await sink.discard()}`,
      detail,
    });
  }
}

/** Dangerous by the policy: on a guarded connection the user confirms it outside of the page. */
async function confirmed(parts: GenerationParts): Promise<JudgedRequest> {
  const { connection, confirmations, request, signal, mustBeUnchanged } = parts;
  const decision = judgeFor(connection, httpRequestOf(request), 'request');
  if (decision.allowed || !decision.overridable) return allowedOrThrow(connection.name, decision);
  await confirmations.ask(generationText(connection, request), signal);
  mustBeUnchanged();
  return decision.request;
}

function httpRequestOf({ name, clearance, permissions, notAfter, password }: CertificateGeneration) {
  const body = {
    Name: name,
    SecurityClearance: clearance,
    Permissions: permissions,
    ...(notAfter === undefined ? {} : { NotAfter: new Date(notAfter).toISOString() }),
    ...(password === undefined ? {} : { Password: password }),
  };
  return {
    method: 'POST' as const,
    path: '/admin/certificates',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    answerEncoding: 'base64' as const,
  };
}

/** The password is not shown. */
function generationText(connection: Connection, request: CertificateGeneration): ConfirmationText {
  const where =
    connection.kind === 'sandbox'
      ? 'the sandbox on this computer'
      : `${printable(new URL(connection.url).origin)} (connection "${printable(connection.name, 60)}")`;
  const rights = Object.entries(request.permissions).map(([database, right]) => `${database}: ${right}`);
  return {
    summary: `Generate a client certificate on ${where}, which is guarded`,
    details: [
      `Name: ${printable(request.name)}`,
      `Clearance: ${printable(request.clearance)}`,
      ...(rights.length === 0 ? [] : [`Rights: ${printable(rights.join(', '), 1000)}`]),
      ...(request.notAfter === undefined ? [] : [`Valid until ${new Date(request.notAfter).toISOString()}`]),
      'The archive with its private key is saved to a file that you choose.',
    ],
    allow: 'Generate certificate',
  };
}

/** The archive. The sink is discarded when there is none. */
async function generated(
  { connection, transport, request, signal }: GenerationParts,
  judged: JudgedRequest,
  sink: ExportSink,
): Promise<Buffer> {
  try {
    const response = await transport.request(judged, signal);
    if (response.status >= 400) throw refused(connection, request, response);
    if (response.bodyEncoding === 'base64') {
      const content = Buffer.from(response.body, 'base64');
      if (content.subarray(0, 2).toString('latin1') === 'PK') return content;
    }
    throw new PortError({
      code: 'not-ravendb',
      message: `${connection.name} did not return an archive for ${request.name}. Refresh the list to see whether it was generated.`,
    });
  } catch (thrown) {
    await sink.discard();
    throw thrown;
  }
}

function refused(connection: Connection, request: CertificateGeneration, response: HttpResponse): PortError {
  return new PortError({
    code: 'bad-request',
    message: `${connection.name} did not generate ${request.name}: ${serverMessage(response.body) ?? `status ${response.status}`}`,
    detail: response.body.slice(0, 2000),
  });
}
