/** Exports and imports of dumps through the whole host, against servers that refuse, stop and wait. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type {
  ConnectionMode,
  DumpExportOptions,
  DumpImportOptions,
  DumpProgress,
} from '../../../src/contract/index.ts';
import { exportDump, importDump } from '../../../src/protocol/dumps.ts';
import type { ConfirmationText } from '../confirmation/confirmation-text.ts';
import type { HostOptions } from '../host-options.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

const shared = {
  items: ['Documents' as const, 'TimeSeries' as const],
  includeExpired: true,
  includeArtificial: false,
  includeArchived: true,
  transformScript: '',
};
const exported: DumpExportOptions = { ...shared, collections: ['Orders'], compression: 'Gzip' };
const imported: DumpImportOptions = { ...shared, removeAnalyzers: false, skipRevisionCreation: true };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

interface ServerParts {
  readonly smuggler: Answer;
  /** The answer of `operations/state`. */
  readonly state?: () => unknown;
}

async function withServer(
  { smuggler, state = () => undefined }: ServerParts,
  more: Partial<HostOptions> & { mode?: ConnectionMode } = {},
) {
  const { mode = 'full', ...options } = more;
  const folder = await temporaryFolder();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method} ${path}`);
    if (path.includes('/next-operation-id')) response.end('{"Id":7,"NodeTag":"A"}');
    else if (path.includes('/operations/state')) {
      const found = state();
      if (found === undefined) response.writeHead(404).end();
      else response.end(JSON.stringify(found));
    } else if (path.includes('/operations/kill')) response.writeHead(204).end();
    else smuggler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = await hostOn(join(folder, 'data'), {
    exportWay: { kind: 'file', choose: ({ name }) => Promise.resolve(join(folder, name)) },
    ...options,
  });
  const { connection } = await port.call('connections.save', {
    connection: {
      kind: 'server',
      name: 'Live',
      colour: 'red',
      mode,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
  });
  const abort = new AbortController();
  const progress: DumpProgress[] = [];
  const target = { connection: connection.id, database: 'shop' };
  const seen = (onProgress?: (progress: DumpProgress) => void) => ({
    signal: abort.signal,
    onProgress: (each: DumpProgress) => {
      progress.push(each);
      onProgress?.(each);
    },
  });
  return {
    port,
    abort,
    requests,
    progress,
    connection,
    run: (onProgress?: (progress: DumpProgress) => void) =>
      exportDump(port, { ...target, options: exported, fileName: '../dump' }, seen(onProgress)),
    send: (
      file: Blob,
      onProgress?: (progress: DumpProgress) => void,
      options: Partial<DumpImportOptions> = {},
    ) =>
      importDump(
        port,
        { ...target, options: { ...imported, ...options }, fileName: 'a"\r\nb.ravendbdump' },
        file,
        seen(onProgress),
      ),
    files: async () => (await readdir(folder)).filter((name) => name !== 'data'),
    read: (name: string) => readFile(join(folder, name)),
    log: () => readFile(join(folder, 'data', 'logs', 'rookery.log'), 'utf8'),
  };
}

function received(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => resolve(Buffer.concat(parts).toString('latin1')));
  });
}

const attachment = { 'content-disposition': 'attachment; filename=x.ravendbdump' };
const completed = { Status: 'Completed', Progress: null, Result: { Documents: { ReadCount: 2 } } };

describe('an export', () => {
  it('writes the bytes of the server and returns its report', async () => {
    const bodies: string[] = [];
    const { run, files, read, requests } = await withServer({
      smuggler: (request, response) => {
        void received(request).then((body) => {
          bodies.push(body);
          response.writeHead(200, attachment).end(Buffer.from([0x1f, 0x8b, 0xff, 0x00]));
        });
      },
      state: () => completed,
    });
    expect(await run()).toMatchObject({
      bytes: 4,
      file: expect.stringMatching(/dump\.ravendbdump$/) as unknown,
      result: { Documents: { ReadCount: 2 } },
    });
    expect(await files()).toEqual(['dump.ravendbdump']);
    expect((await read('dump.ravendbdump')).toString('hex')).toBe('1f8bff00');
    expect(requests).toContain('POST /databases/shop/smuggler/export?operationId=7');
    expect(JSON.parse(bodies[0] ?? '')).toEqual({
      OperateOnTypes: 'Documents,TimeSeries,TimeSeriesDeletedRanges',
      IncludeExpired: true,
      IncludeArtificial: false,
      IncludeArchived: true,
      Collections: ['Orders'],
      CompressionAlgorithm: 'Gzip',
    });
  });

  it('runs on a read-only connection', async () => {
    const { run } = await withServer(
      {
        smuggler: (_request, response) => response.writeHead(200, attachment).end('x'),
        state: () => completed,
      },
      { mode: 'read-only' },
    );
    expect(await run()).toMatchObject({ bytes: 1 });
  });

  it('leaves no file when the server reports the failure under status 200', async () => {
    const { run, files } = await withServer({
      smuggler: (_request, response) =>
        response.end(
          '{"Messages":["[14:14:46 ERROR] Error occurred during export. Exception: System.ArgumentException: Bad type\\n at x"]}',
        ),
    });
    await expect(run()).rejects.toMatchObject({
      code: 'bad-request',
      message: 'The export of shop failed: Bad type. The partial file was deleted.',
    });
    expect(await files()).toEqual([]);
  });

  it('marks the file as incomplete when the operation failed after the last byte', async () => {
    const { run, files } = await withServer({
      smuggler: (_request, response) => response.writeHead(200, attachment).end('half'),
      state: () => ({
        Status: 'Faulted',
        Result: { Message: 'System.IO.IOException: Disk error', Error: 'trace' },
      }),
    });
    await expect(run()).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The export of shop failed: Disk error\. .* holds the first 1 KB and is incomplete/,
      ) as unknown,
    });
    expect(await files()).toEqual(['dump.ravendbdump.incomplete']);
  });

  it('deletes the partial file when it is cancelled', async () => {
    const { run, abort, files } = await withServer({
      smuggler: (_request, response) => response.writeHead(200, attachment).write('begin'),
      state: () => ({ Status: 'InProgress', Progress: { Documents: { ReadCount: 1 } } }),
    });
    await expect(
      run((progress) => {
        if (progress.kind === 'running' && progress.progress !== null) abort.abort();
      }),
    ).rejects.toMatchObject({
      code: 'cancelled',
      message: 'The export was cancelled. The partial file was deleted.',
    });
    expect(await files()).toEqual([]);
  });

  it('deletes the file when it is cancelled after the last byte', async () => {
    let reads = 0;
    const { run, abort, files } = await withServer({
      smuggler: (_request, response) => response.writeHead(200, attachment).end('all'),
      state: () => {
        reads += 1;
        abort.abort();
        return { Status: 'InProgress' };
      },
    });
    await expect(run()).rejects.toMatchObject({
      code: 'cancelled',
      message: 'The export was cancelled. The partial file was deleted.',
    });
    expect(reads).toBeGreaterThan(0);
    expect(await files()).toEqual([]);
  });

  it('marks the file as incomplete when the server does not confirm the end', async () => {
    const { run, files } = await withServer({
      smuggler: (_request, response) => response.writeHead(200, attachment).end('all'),
    });
    await expect(run()).rejects.toMatchObject({
      message: expect.stringMatching(
        /^shop was exported, but the server did not confirm the end, so the dump can be incomplete\. .* is incomplete/,
      ) as unknown,
    });
    expect(await files()).toEqual(['dump.ravendbdump.incomplete']);
  });
});

describe('an import', () => {
  it('sends options and file as a form of a known length', async () => {
    const bodies: string[] = [];
    const { send, requests } = await withServer({
      smuggler: (request, response) => {
        void received(request).then((body) => {
          expect(request.headers['content-length']).toBe(String(body.length));
          bodies.push(body);
          response.end('{"Documents":{"ReadCount":3}}');
        });
      },
    });
    const content = 'x'.repeat(2_500_000);
    expect(await send(new Blob([content]))).toEqual({
      kind: 'completed',
      message: '',
      detail: '',
      result: { Documents: { ReadCount: 3 } },
    });
    expect(requests).toContain('POST /databases/shop/smuggler/import?operationId=7');
    const body = bodies[0] ?? '';
    expect(body).toContain('name="importOptions"');
    expect(body).toContain('"SkipRevisionCreation":true');
    // The name cannot end its header.
    expect(body).toContain('filename="a___b.ravendbdump"');
    expect(body.split('\r\n\r\n')[2]?.split('\r\n--')[0]).toBe(content);
  });

  it('reports what was imported when the server answers before the end of the file', async () => {
    const { send } = await withServer({
      smuggler: (request, response) => {
        request.once('data', () =>
          response
            .writeHead(500)
            .end(
              '{"Message":"System.IO.InvalidDataException: The dump ends early","Error":"System.IO.InvalidDataException: trace","Result":{"Documents":{"ReadCount":5}}}',
            ),
        );
      },
    });
    const outcome = await send(new Blob([new Uint8Array(40 * 1024 * 1024)]));
    expect(outcome).toMatchObject({ kind: 'failed', result: { Documents: { ReadCount: 5 } } });
    expect(outcome.message).toMatch(
      /^The import into shop failed: The dump ends early\. The file is damaged/,
    );
  });

  it('reads the reason from the operation when the connection breaks', async () => {
    const { send, log } = await withServer({
      smuggler: (request) => request.once('data', () => request.socket.destroy()),
      state: () => ({ Status: 'Faulted', Result: { Message: 'Empty stream', Error: '' } }),
    });
    expect(await send(new Blob(['x'.repeat(100)]))).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/failed: Empty stream\./) as unknown,
    });
    await expect.poll(log).toMatch(/"level":"warn","event":"dump-ended",.*"outcome":"failed"/);
  });

  it('stops the operation of the server when it is cancelled', async () => {
    const { send, abort, requests } = await withServer({
      smuggler: (request) => request.resume(),
      state: () => ({ Status: 'InProgress', Progress: { Documents: { ReadCount: 9 } } }),
    });
    const outcome = await send(new Blob(['x'.repeat(100)]), (progress) => {
      if (progress.kind === 'running' && progress.progress !== null) abort.abort();
    });
    expect(outcome).toMatchObject({ kind: 'cancelled', result: { Documents: { ReadCount: 9 } } });
    expect(requests).toContain('POST /databases/shop/operations/kill?id=7');
  });

  it('fails when the file cannot be read to its end', async () => {
    const { send } = await withServer({ smuggler: (request) => request.resume() });
    const file = new Blob(['x'.repeat(100)]);
    vi.spyOn(file, 'slice').mockImplementation(() => {
      throw new Error('The file was removed');
    });
    expect(await send(file)).toMatchObject({
      kind: 'failed',
      message:
        'The file could not be read to its end: The file was removed. Items that were imported before stay.',
    });
  });

  it('is refused on a read-only connection before anything is sent', async () => {
    const { send, requests } = await withServer({ smuggler: () => undefined }, { mode: 'read-only' });
    await expect(send(new Blob(['x']))).rejects.toMatchObject({ code: 'policy-refused' });
    expect(requests).toEqual([]);
  });

  it('is confirmed on a guarded connection, with file and items in the question', async () => {
    const asked: ConfirmationText[] = [];
    const answers = [true, false];
    const { send, requests, log } = await withServer(
      { smuggler: (request, response) => void received(request).then(() => response.end('{}')) },
      {
        mode: 'guarded',
        confirmation: {
          method: 'dialog',
          ask: (text) => {
            asked.push(text);
            // The first question is the one of the new connection.
            return Promise.resolve(asked.length === 1 || (answers.shift() ?? false));
          },
        },
      },
    );
    const options: Partial<DumpImportOptions> = {
      items: ['Documents', 'TimeSeries', 'Documents'],
      removeAnalyzers: true,
      transformScript: 'delete\n  this.x;',
    };
    expect(await send(new Blob(['abc']), undefined, options)).toMatchObject({ kind: 'completed' });
    expect(asked[1]?.details).toEqual([
      'Import into the server database shop: existing items with the same ids are overwritten',
      expect.stringMatching(/^File: a"..b\.ravendbdump \(3 bytes\)$/),
      'Items: Documents, TimeSeries',
      'Script: delete this.x;',
      'Overwritten documents leave no revision',
      'Analyzers of index fields are removed',
    ]);
    const before = requests.length;
    await expect(send(new Blob(['abc']))).rejects.toMatchObject({ code: 'not-confirmed' });
    expect(requests.slice(before)).toEqual([]);
    await expect.poll(log).toMatch(/"event":"dump-failed",.*"code":"not-confirmed"/);
    expect(await log()).not.toContain('this.x');
  });

  it('takes no piece out of order, for an unknown import, or beyond the size', async () => {
    const { port, connection } = await withServer({ smuggler: (request) => request.resume() });
    const id = '123456789';
    expect(await port.call('dumps.piece', { id, offset: 0, bytes: 'AA==' })).toEqual({ wanted: false });
    const abort = new AbortController();
    const ready = (async () => {
      for await (const progress of port.open('dumps.progress', { id }))
        if (progress.kind !== 'choosing') return;
    })();
    const work = port.call(
      'dumps.import',
      { id, connection: connection.id, database: 'shop', options: imported, fileName: 'x', size: 3 },
      { signal: abort.signal },
    );
    await ready;
    await expect(port.call('dumps.piece', { id, offset: 1, bytes: 'AA==' })).rejects.toMatchObject({
      message: expect.stringContaining('out of order') as unknown,
    });
    await expect(port.call('dumps.piece', { id, offset: 0, bytes: 'AAAAAAAA' })).rejects.toMatchObject({
      message: expect.stringContaining('does not fit its size of 3 bytes') as unknown,
    });
    abort.abort();
    expect(await work).toMatchObject({ kind: 'cancelled' });
  });
});
