/**
 * A dangerous request on a guarded connection: sent after the user confirmed exactly this request outside of the
 * page.
 */
import type { Connection } from '../../../src/contract/index.ts';
import { printable, type ConfirmationText } from '../confirmation/confirmation-text.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';

const SHOWN_BODY = 1000;
const SHOWN_PATH = 1000;

export function overrideText(connection: Connection, request: JudgedRequest): ConfirmationText {
  const { method, path, body, bodyEncoding } = request;
  const where =
    connection.kind === 'sandbox'
      ? 'the sandbox on this computer'
      : `${printable(new URL(connection.url).origin)} (connection "${printable(connection.name, 60)}")`;
  const database = databaseOf(path);
  return {
    summary: `Send ${method} ${printable(path.split('?', 1)[0] ?? path, 200)} to ${where}, which is guarded`,
    details: [
      ...(database === undefined ? [] : [`Database: ${printable(database)}`]),
      `Request: ${method} ${printable(path, SHOWN_PATH)}`,
      ...(body === undefined
        ? []
        : [
            bodyEncoding === undefined
              ? `Body (${body.length} characters): ${printable(body.replace(/\s+/g, ' '), SHOWN_BODY)}`
              : `Body: bytes, ${body.length} characters in base64`,
          ]),
    ],
    allow: 'Send request',
  };
}

function databaseOf(path: string): string | undefined {
  const name = /^\/databases\/([^/?]+)/i.exec(path)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}
