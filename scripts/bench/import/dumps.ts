/** Requests of exports and imports, streamed from and to files. */
import { createReadStream, createWriteStream } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { send } from '../storage/send.ts';
import type { Side } from '../storage/sides.ts';

const counts = z.object({ ReadCount: z.number(), ErroredCount: z.number(), SizeInBytes: z.number() });
const result = z.object({ Documents: counts });
const operationId = z.object({ Id: z.number() });
const state = z.object({ Status: z.string(), Result: result.nullable() });

export interface Transfer {
  readonly documents: number;
  /** Bytes of the documents' JSON. */
  readonly bytes: number;
  readonly seconds: number;
}

/** Exports documents and all else into a file. */
export async function exportTo(side: Side, database: string, file: string): Promise<Transfer> {
  const path = `/databases/${database}`;
  const { Id } = operationId.parse(
    JSON.parse(await send(side.url, 'GET', `${path}/operations/next-operation-id`)),
  );
  const started = performance.now();
  const answer = await post(`${side.url}${path}/smuggler/export?operationId=${Id}`, 'application/json', '{}');
  await pipeline(answer, createWriteStream(file));
  const seconds = (performance.now() - started) / 1000;
  for (;;) {
    const { Status, Result } = state.parse(
      JSON.parse(await send(side.url, 'GET', `${path}/operations/state?id=${Id}`)),
    );
    if (Status === 'InProgress') continue;
    if (Result === null) throw new Error(`the export of ${side.name} ended as ${Status}`);
    return { documents: Result.Documents.ReadCount, bytes: Result.Documents.SizeInBytes, seconds };
  }
}

/** Imports a dump. */
export function importFile(side: Side, database: string, file: string): Promise<Transfer> {
  return importStream(side, database, createReadStream(file, { highWaterMark: 1 << 18 }));
}

/** Imports a dump from a stream. */
export async function importStream(side: Side, database: string, dump: Readable): Promise<Transfer> {
  const boundary = 'bench-of-imports';
  const part = (headers: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`;
  async function* form(): AsyncGenerator<Uint8Array | string> {
    yield `${part('name="importOptions"')}{}\r\n${part('name="file"; filename="bench.ravendbdump"')}`;
    for await (const piece of dump) yield z.instanceof(Uint8Array).parse(piece);
    yield `\r\n--${boundary}--\r\n`;
  }
  const started = performance.now();
  const url = `${side.url}/databases/${database}/smuggler/import`;
  const answer = await post(url, `multipart/form-data; boundary=${boundary}`, form());
  const { Documents } = result.parse(JSON.parse(await text(answer)));
  if (Documents.ErroredCount > 0) throw new Error(`${Documents.ErroredCount} documents were rejected`);
  const seconds = (performance.now() - started) / 1000;
  return { documents: Documents.ReadCount, bytes: Documents.SizeInBytes, seconds };
}

function post(
  url: string,
  type: string,
  body: string | AsyncIterable<Uint8Array | string>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers: { 'content-type': type } }, (answer) => {
      if ((answer.statusCode ?? 500) < 400) resolve(answer);
      else
        text(answer).then(
          (message) => reject(new Error(`${url}: ${String(answer.statusCode)} ${message.slice(0, 500)}`)),
          reject,
        );
    });
    outgoing.on('error', reject);
    if (typeof body === 'string') outgoing.end(body);
    // Its failure is the request's as well.
    else pipeline(body, outgoing).catch(reject);
  });
}
