/** Prepared requests of many PUTs: a batch costs its sender only new ids and a write to a socket. */
import { order } from '../storage/documents.ts';

export const PUTS_PER_BATCH = 500;
/** Bodies with different documents. */
const BODIES = 20;
const DIGITS = 10;
const PREFIX = 'batches/';
const PLACEHOLDER = '?'.repeat(DIGITS);

export interface Batches {
  /** The request of the next batch: new documents. Valid until the next call. */
  next(): Buffer;
}

export function preparedBatches(url: string, database: string): Batches {
  const bodies = Array.from({ length: BODIES }, (_, body) => prepared(url, database, body * PUTS_PER_BATCH));
  let batch = 0;
  return {
    next: () => {
      const { message, ids } = bodies[batch % BODIES] ?? prepared(url, database, 0);
      let id = batch * PUTS_PER_BATCH;
      for (const at of ids) message.write(String(id++).padStart(DIGITS, '0'), at, 'latin1');
      batch++;
      return message;
    },
  };
}

interface Prepared {
  readonly message: Buffer;
  /** Where the digits of the ids are. */
  readonly ids: readonly number[];
}

function prepared(url: string, database: string, first: number): Prepared {
  const commands = Array.from({ length: PUTS_PER_BATCH }, (_, number) => ({
    Id: PREFIX + PLACEHOLDER,
    ChangeVector: null,
    Type: 'PUT',
    Document: order(first + number),
  }));
  const body = Buffer.from(JSON.stringify({ Commands: commands }));
  const head =
    `POST /databases/${database}/bulk_docs HTTP/1.1\r\nHost: ${new URL(url).host}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const message = Buffer.concat([Buffer.from(head), body]);
  const ids: number[] = [];
  for (let at = message.indexOf(PLACEHOLDER); at >= 0; at = message.indexOf(PLACEHOLDER, at + DIGITS))
    ids.push(at);
  if (ids.length !== PUTS_PER_BATCH) throw new Error(`${ids.length} ids in a batch`);
  return { message, ids };
}
