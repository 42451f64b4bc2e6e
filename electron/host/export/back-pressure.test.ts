/** A slow disk or browser stops the reading: nothing piles up in memory. */
import { expect, it } from 'vitest';
import type { Connection, ExportRequest } from '../../../src/contract/index.ts';
import type { Transport } from '../transport/transport.ts';
import type { ExportSink } from './export-way.ts';
import { writeExport } from './run-export.ts';

const connection: Connection = {
  id: 'c',
  kind: 'server',
  name: 'Live',
  colour: 'red',
  mode: 'full',
  url: 'http://server:1',
};
const request: ExportRequest = {
  id: '12345678',
  connection: 'c',
  database: 'shop',
  source: { kind: 'query', query: 'from Ns', parameters: {}, noNewIndex: false },
  format: 'ndjson',
  csv: { columns: null, metadata: false, neutralizeFormulas: true },
  fileName: 'ns',
};

function endlessServer() {
  const state = { pieces: 0, closed: false };
  // An async iterable like the body of a response.
  // eslint-disable-next-line @typescript-eslint/require-await
  async function* body(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        state.pieces++;
        yield Buffer.from(`{"Item":{"N":${state.pieces}}}\n`);
      }
    } finally {
      state.closed = true;
    }
  }
  const transport: Transport = {
    request: () => Promise.reject(new Error('not part of this test')),
    upload: () => Promise.reject(new Error('not part of this test')),
    openSocket: () => Promise.reject(new Error('not part of this test')),
    stream: () => Promise.resolve({ status: 200, headers: {}, body: body() }),
    close: () => Promise.resolve(),
  };
  return { state, transport };
}

/** Takes one row whenever the test says so. */
function slowSink() {
  const waiting: (() => void)[] = [];
  const readerLeft = new AbortController();
  const sink = {
    rows: 0,
    bytes: 0,
    readerLeft: readerLeft.signal,
    write: (_text: string, rows: number) =>
      new Promise<void>((resolve) =>
        waiting.push(() => {
          sink.rows += rows;
          resolve();
        }),
      ),
    finish: () => Promise.resolve(null),
    discard: () => Promise.resolve('Discarded.'),
    endIncomplete: () => Promise.resolve('Incomplete.'),
  } satisfies ExportSink;
  return { sink, waiting, readerLeft };
}

it('reads the next row only after the last one was taken, and stops when nobody takes them', async () => {
  const { state, transport } = endlessServer();
  const { sink, waiting, readerLeft } = slowSink();
  const parts = {
    connection,
    transport,
    request,
    signal: new AbortController().signal,
    report: () => undefined,
  };
  const running = writeExport(parts, sink);
  const ended = expect(running).rejects.toMatchObject({
    code: 'cancelled',
    message: 'The export was cancelled after 4 rows. Discarded.',
  });
  for (let taken = 1; taken <= 3; taken++) {
    await expect.poll(() => waiting.length).toBe(taken);
    expect(state.pieces).toBe(taken);
    waiting[taken - 1]?.();
  }
  await expect.poll(() => waiting.length).toBe(4);
  readerLeft.abort();
  waiting[3]?.();
  await ended;
  expect(state.closed).toBe(true);
  expect(state.pieces).toBeLessThanOrEqual(5);
});
