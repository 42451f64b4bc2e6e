/**
 * A separate process that sends one bulk insert: `node bulk-sender.ts URL DATABASE FIRST COUNT WAY OF`, with the
 * way `made-ahead` or `made-on-the-way`. With `made-ahead` the complete body is in memory as HTTP chunks before the
 * clock starts: this measures the server, and the client only writes to a socket. Prints one JSON object.
 */
import { connect } from 'node:net';
import { bulkItem, documents, type Documents } from './documents.ts';
import { send } from './send.ts';

const [url = '', database = '', firstText = '', countText = '', way = '', kind = ''] = process.argv.slice(2);
const isKnown = (text: string): text is Documents => text in documents;
if (!isKnown(kind)) throw new Error(`no documents are called '${kind}'`);
const of = kind;
const first = Number(firstText);
const count = Number(countText);
/** Documents per HTTP chunk. */
const PIECE = 250;

function* pieces(): Generator<Buffer> {
  yield chunk('[');
  for (let at = 0; at < count; at += PIECE) {
    let text = '';
    for (let i = at; i < Math.min(at + PIECE, count); i++)
      text += (i === 0 ? '' : ',') + bulkItem(first + i, of);
    yield chunk(text);
  }
  yield chunk(']');
  yield Buffer.from('0\r\n\r\n');
}

function chunk(text: string): Buffer {
  const bytes = Buffer.byteLength(text);
  return Buffer.from(`${bytes.toString(16)}\r\n${text}\r\n`);
}

const { Id: operation } = JSON.parse(
  await send(url, 'GET', `/databases/${database}/operations/next-operation-id`),
) as { Id: number };
const body = way === 'made-ahead' ? [...pieces()] : pieces();
const { hostname, port, host } = new URL(url);
const socket = connect(Number(port), hostname);
await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
const answered = new Promise<string>((resolve, reject) => {
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    if (text.includes('\r\n\r\n')) resolve(text);
  });
  socket
    .on('error', reject)
    .on('close', () => reject(new Error(`the server hung up: ${text.slice(0, 500)}`)));
});
// Awaited when the response is read.
answered.catch(() => undefined);

const started = performance.now();
socket.write(
  `POST /databases/${database}/bulk_insert?id=${operation}&skipOverwriteIfUnchanged=false HTTP/1.1\r\n` +
    `Host: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
);
let bytes = 0;
for (const piece of body) {
  bytes += piece.length;
  // A refusal or a closed connection ends the wait as well.
  if (!socket.write(piece))
    await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), answered]);
}
const answer = await answered;
const seconds = (performance.now() - started) / 1000;
if (!/^HTTP\/1\.1 2\d\d/.test(answer)) throw new Error(`the bulk insert failed: ${answer.slice(0, 1000)}`);
socket.destroy();
console.log(JSON.stringify({ documents: count, bytes, seconds }));
process.exit(0);
