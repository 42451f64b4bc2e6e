/** Reads a result to its end and writes it while it arrives; one row is in memory at a time. */
import {
  PortError,
  toPortError,
  type Connection,
  type ExportProgress,
  type ExportRequest,
  type ExportResult,
} from '../../../src/contract/index.ts';
import { mustBeAllowed } from '../policy/judge-for.ts';
import type { Transport } from '../transport/transport.ts';
import { bothSignals } from './both-signals.ts';
import { indexCheck, streamRequests } from './export-request.ts';
import type { ExportSink } from './export-way.ts';
import { firstText } from './first-text.ts';
import { linesOf } from './lines.ts';
import { countOf } from './row-count.ts';
import { rowWriter, type Written } from './row-writer.ts';
import { readDocumentLine, readQueryLine, serverSentence } from './streamed-rows.ts';

export interface ExportParts {
  readonly connection: Connection;
  readonly transport: Transport;
  readonly request: ExportRequest;
  readonly signal: AbortSignal;
  readonly report: (progress: ExportProgress) => void;
}

/** Fails before a file is chosen when the connection's mode forbids the request or no index answers the query. */
export async function checkExport({ connection, transport, request, signal }: ExportParts): Promise<void> {
  // The others differ from the first in their ids only; each is judged when it is sent.
  for (const first of streamRequests(request)) {
    mustBeAllowed(connection, first, 'export');
    break;
  }
  const check = indexCheck(connection, request);
  if (!check) return;
  const { status, body } = await transport.request(mustBeAllowed(connection, check), signal);
  if (status < 400) return;
  const refusal = refusalOf(status, body, request);
  throw needsIndex.test(body)
    ? new PortError({
        code: 'policy-refused',
        message:
          'No index answers this query, and a server builds one for every streamed query. Run the query with an index allowed first, or query a collection or an existing index.',
        detail: refusal.detail,
      })
    : refusal;
}

/** RavenDB has no error type for this case; the sandbox adds a code. */
const needsIndex = /Creation of Auto Indexes was disabled|"Code": ?"index-needed"/;

/** The sink is finished, discarded or ended in any case. */
export async function writeExport(parts: ExportParts, sink: ExportSink): Promise<ExportResult> {
  const { connection, transport, request, signal, report } = parts;
  const { source } = request;
  const readLine = source.kind === 'documents' ? readDocumentLine : readQueryLine;
  const writer = rowWriter(request);
  const stop = bothSignals(signal, sink.readerLeft);
  let total: number | null = source.kind === 'ids' ? source.ids.length : null;
  // Passed to the sink, which may still hold the last of them.
  let [passedRows, passedBytes] = [0, 0];
  const reportRows = (): void => report({ kind: 'rows', rows: passedRows, bytes: passedBytes, total });
  const pass = async ({ text, rows }: Written): Promise<void> => {
    if (text === '') return;
    await sink.write(text, rows);
    passedRows += rows;
    passedBytes += Buffer.byteLength(text);
  };
  try {
    reportRows();
    for (const next of streamRequests(request)) {
      const judged = mustBeAllowed(connection, next, 'export');
      const { status, body } = await transport.stream(judged, stop.signal);
      if (status >= 400) throw refusalOf(status, await firstText(body), request);
      for await (const line of linesOf(body)) {
        // This piece can have arrived before the abort.
        if (stop.signal.aborted)
          throw new PortError({ code: 'cancelled', message: 'The export was cancelled.' });
        const found = readLine(line);
        // Of ids, the total of one request says nothing.
        if (found.kind === 'total' && source.kind === 'query') ({ total } = found);
        if (found.kind !== 'row') continue;
        await pass(writer.row(found.text));
        reportRows();
      }
    }
    await pass(writer.flush());
    await pass({ text: writer.end(), rows: 0 });
    const file = await sink.finish();
    return { rows: sink.rows, bytes: sink.bytes, file };
  } catch (thrown) {
    if (signal.aborted || sink.readerLeft.aborted) {
      throw new PortError({
        code: 'cancelled',
        message: `The export was cancelled after ${countOf(passedRows)}. ${await sink.discard()}`,
      });
    }
    const error = toPortError(thrown);
    // Rows that were held back are valid; when the disk is what failed, the sink says how many it has.
    await pass(writer.flush()).catch(() => undefined);
    const left = passedRows === 0 ? await sink.discard() : await sink.endIncomplete();
    throw new PortError({ ...error.toBody(), message: `${sentence(error.message)} ${left}` });
  } finally {
    stop.leave();
  }
}

/** An error response: RavenDB's has a `Message` or, for an unknown index, only an `Error`. */
function refusalOf(status: number, body: string, { database }: ExportRequest): PortError {
  let said: unknown;
  try {
    const json: unknown = JSON.parse(body);
    said =
      typeof json === 'object' && json !== null
        ? (('Message' in json ? json.Message : undefined) ?? ('Error' in json ? json.Error : undefined))
        : undefined;
  } catch {
    // Not JSON: a proxy, or an empty body.
    said = undefined;
  }
  const { message, detail } =
    typeof said === 'string'
      ? serverSentence(JSON.stringify(said))
      : {
          message:
            status === 404
              ? 'the server did not find the database or the index of the query'
              : `the server answered with status ${status}`,
          detail: body.slice(0, 1000),
        };
  return new PortError({
    code: 'bad-request',
    message: sentence(`The export from ${database} was refused: ${message}`),
    detail,
  });
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
